/** What a form is posted to and what of it is to be answered: the rows of the tests of uploads. */
export type FormScenario = readonly [
  title: string,
  target: string,
  body: string,
  status: number,
  answer: unknown,
]

/** What posts a form of {@link text}, {@link part} and {@link end}. */
export function formInit(
  body: string | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  // Streams are not taken without `duplex`, which not all types know.
  const init = { method: 'POST', headers: { 'content-type': formType, ...headers }, body, duplex: 'half' }
  return init as RequestInit
}

/** The same as it is written to a socket; `length` is what it claims to have. */
export function formMessage(target: string, body: string, length = body.length): string {
  return `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: ${length}\r\n\r\n${body}`
}

const formType = 'multipart/form-data; boundary=B'

/** A text of the form. */
export function text(name: string, value: string): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

/** A file of the form, which is named `a`. */
export function part(name: string, value = 'bytes', type = 'text/plain'): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`
}

/** What a browser sends of an input for files that was left empty; with a `value`, a file without a name. */
export function unchosen(name: string, value = ''): string {
  return `--B\r\nContent-Disposition: form-data; name="${name}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n${value}\r\n`
}

/** The end of the form. */
export const end = '--B--\r\n'

/** The answer 422 with one issue in the body. */
export function issue(type: string, loc: readonly unknown[], rest: object) {
  return { detail: [{ type, loc: ['body', ...loc], input: null, ...rest }] }
}

/** The answer 422 where fields of these names are missing. */
export function missing(...names: string[]) {
  return { detail: names.flatMap((name) => issue('missing', [name], { msg: 'Field required' }).detail) }
}

/** The answer 422 where a text stands for a file. */
export function noFile(input: string, ...loc: unknown[]) {
  const msg = "Value error, Expected UploadFile, received: <class 'str'>"
  return issue('value_error', loc, { msg, input, ctx: { error: {} } })
}

/** The answer 422 where a text comes behind a file. */
export function late(name: string) {
  return issue('text_after_file', [name], { msg: 'Texts should come before the files of their form' })
}

/** The answer 413. */
export const tooLarge = { detail: 'Content Too Large' }

/** The answer 400 where the form is no multipart form. */
export const malformed = { detail: 'Invalid multipart data.' }
