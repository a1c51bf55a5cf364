/**
 * The service cannot start until someone acts; the message says what is wrong and what to do. It has a file of its own,
 * so that commands which serve nothing load no server.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}
