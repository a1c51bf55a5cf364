import { string } from '@postern/model'
import { contract, createClient, file, implement, multipart, routes, type UploadedFile } from './index.ts'

const { post } = routes()
const declared = contract({
  title: 'Uploads',
  version: '1',
  routes: {
    store: post('/store', {
      body: multipart({ title: string(), cover: file({ maxSize: 1, types: ['image/*'] }) }),
    }),
    maybe: post('/maybe', { body: multipart({ cover: file({ default: null }) }) }),
  },
})

implement(declared, {
  store({ body }) {
    const cover: UploadedFile = body.cover
    const stream: ReadableStream<Uint8Array> = cover.stream
    const texts: readonly [string, string, string] = [body.title, cover.name, cover.type]
    return stream.locked && texts.length > 3 ? null : undefined
  },
  maybe({ body }) {
    const cover: UploadedFile | null = body.cover
    // @ts-expect-error it may have been left out
    const { stream } = body.cover
    return cover?.stream === stream ? null : undefined
  },
})

const client = createClient(declared, { baseUrl: 'http://localhost' })
const blob = new Blob(['bytes'])
void client.store({ body: { title: 'x', cover: blob } })
void client.store({ body: { title: 'x', cover: new File([blob], 'a.png') } })
void client.maybe({ body: {} })
// @ts-expect-error the file is missing
void client.store({ body: { title: 'x' } })
// @ts-expect-error a text is no file
void client.store({ body: { title: 'x', cover: 'bytes' } })
// @ts-expect-error there is no other default than none
void file({ default: 'bytes' })
