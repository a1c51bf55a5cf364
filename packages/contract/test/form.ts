/** A row of the tests of uploads: a title, a target, a form, and the expected response. */
export type FormScenario = readonly [
  title: string,
  target: string,
  body: string,
  status: number,
  answer: unknown,
]

/** A request with a form made of {@link text}, {@link part} and {@link end}. */
export function formInit(
  body: string | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  // Streams require `duplex`, which not all types know.
  const init = { method: 'POST', headers: { 'content-type': formType, ...headers }, body, duplex: 'half' }
  return init as RequestInit
}

/** The same as text for a socket; `length` is the declared length. */
export function formMessage(target: string, body: string, length = body.length): string {
  return `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n${body}`
}

const formType = 'multipart/form-data; boundary=B'

/** A string field of the form. */
export function text(name: string, value: string): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** A file of the form, named `a`. */
export function part(name: string, value = 'bytes', type = 'text/plain'): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`
}

/** What a browser sends for an empty file input; with a `value`, a file without a name. */
export function unchosen(name: string, value = ''): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n${value}\r\n`
}

/** The end of the form. */
export const end = '--B--\r\n'

/** The response 422 with one issue in the body. */
export function issue(type: string, loc: readonly unknown[], rest: object) {
  return { detail: [{ type, loc: ['body', ...loc], input: null, ...rest }] }
}

/** The response 422 with these fields missing. */
export function missing(...names: string[]) {
  return { detail: names.flatMap((name) => issue('missing', [name], { msg: 'Field required' }).detail) }
}

/** The response 422 with a string in place of a file. */
export function noFile(input: string, ...loc: unknown[]) {
  const msg = "Value error, Expected UploadFile, received: <class 'str'>"
  return issue('value_error', loc, { msg, input, ctx: { error: {} } })
}

/** The response 422 with a string after a file. */
export function late(name: string) {
  return issue('text_after_file', [name], { msg: 'Texts should come before the files of their form' })
}

/** The response 413. */
export const tooLarge = { detail: 'Content Too Large' }

/** The response 400 for an invalid multipart form. */
export const malformed = { detail: 'Invalid multipart data.' }
