/**
 * Responses under their statuses. Spreading, as in `{ ...shared, 403: '…' }`, gives string keys where the type is
 * inferred from what is given.
 */
export type ByStatus<Answers> = {
  readonly [Key in keyof Answers as Key extends number
    ? Key
    : Key extends `${infer Status extends number}`
      ? Status
      : never]: Answers[Key]
}

/** Statuses whose responses have no body (RFC 9110 §15.3.5, §15.3.6, §15.4.5); runtimes do not accept one. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * The reason phrase of each failure status (IANA's registry of status codes), also used as its title. Some runtimes
 * have older phrases.
 */
export const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  // Unused in the registry; the phrase that HTTP libraries use (RFC 2324 §2.3.2).
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  510: 'Not Extended',
  511: 'Network Authentication Required',
}

/** The reason phrase of each other status that may be declared with a body, from the same registry. */
export const REASONS_BELOW_400: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
}
