/** What a connection sends before it falls silent, by kind of client: each kind takes up the server's memory in its own way. */
export const openings = {
  silent: '',
  kept: 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
  'slow head': 'GET /posts/ HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'slow body':
    'POST /posts/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"title": "',
} as const
