import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { contract, implement, rawReply, routes } from '@postern/contract'
import { string } from '@postern/model'

const download = routes().get('/example', {
  headers: { range: string({ default: '' }), 'if-range': string({ default: '' }) },
  mediaType: 'text/plain',
  concurrency: 'etag',
  responses: { 206: 'A part of it' },
  errors: { 416: 'It has no such part' },
})

const path = import.meta.filename
const api = implement(contract({ title: 'Examples', version: '1.0.0', routes: { download } }), {
  async download({ headers: { range, 'if-range': unless }, conditions }) {
    const { size, mtime, mtimeMs } = await stat(path)
    const etag = `"${mtimeMs}-${size}"`
    const refusal = conditions.check(etag)
    if (refusal !== undefined) return refusal
    // For several ranges the whole file may be sent; for a file that has changed it must be (RFC 9110 §13.1.5, §14.2).
    const wanted = unless === '' || unless === etag ? range : ''
    const [part, first, last] = /^bytes=(?=-?\d)(\d*)-(\d*)$/.exec(wanted) ?? []
    const from = first ? Number(first) : Math.max(size - Number(last ?? size), 0)
    const until = first && last ? Math.min(Number(last) + 1, size) : size
    if (part && from >= until)
      return rawReply(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
    const contentRange = part && { 'content-range': `bytes ${from}-${until - 1}/${size}` }
    const about = { etag, 'last-modified': mtime.toUTCString(), 'accept-ranges': 'bytes' }
    const headers = { ...about, 'content-length': String(until - from), ...contentRange }
    const bytes = (await openAsBlob(path)).slice(from, until).stream()
    return rawReply(bytes, { status: part ? 206 : 200, headers })
  },
})

const ask = async (headers: HeadersInit) => {
  const answer = await api.fetch(new Request('http://localhost/example', { headers }))
  const text = await answer.text()
  console.log(answer.status, answer.headers.get('content-range'), text.slice(0, 26).trim())
  return answer.headers.get('etag') ?? ''
}
const etag = await ask({})
for (const range of ['bytes=9-18', 'bytes=-12', 'bytes=0-99999', 'bytes=99999-']) await ask({ range })
await ask({ 'if-none-match': etag })
