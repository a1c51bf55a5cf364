/**
 * Returns the message of a thrown value, which need not be an error. It has no full stop at its end, which some of
 * Node's messages have, so that a sentence can follow.
 */
export function messageOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/(?<!\.)\.$/, '')
}
