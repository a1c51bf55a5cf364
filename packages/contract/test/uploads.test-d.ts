import { string } from '@postern/model'
import { createClient } from '../src/client.ts'
import {
  contract,
  file,
  files,
  implement,
  multipart,
  namedFiles,
  raw,
  routes,
  stream,
  type UploadedFile,
} from '../src/index.ts'

const { post } = routes()
const declared = contract({
  title: 'Uploads',
  version: '1',
  routes: {
    store: post('/store', {
      body: multipart({ title: string(), cover: file({ maxSize: 1, types: ['image/*'] }) }),
    }),
    maybe: post('/maybe', { body: multipart({ cover: file({ default: null }) }) }),
    several: post('/several', { body: multipart({ photos: files({ maxCount: 3 }) }) }),
    none: post('/none', { body: multipart({ photos: files({ default: [] }) }) }),
    absent: post('/absent', { body: multipart({ photos: files({ default: null }) }) }),
    named: post('/named', {
      body: multipart({ papers: namedFiles({ avatar: file(), others: files({ default: [] }) }) }),
    }),
    kept: post('/kept', { body: stream({ limit: 1 }) }),
    held: post('/held', { body: raw() }),
    free: post('/free', { body: multipart({ papers: namedFiles({ cover: file({ default: null }) }) }) }),
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
    // @ts-expect-error the file may be null
    const { stream } = body.cover
    return cover?.stream === stream ? null : undefined
  },
  several({ body }) {
    const photos: AsyncIterable<UploadedFile> = body.photos
    return photos === undefined ? null : undefined
  },
  none({ body }) {
    const photos: AsyncIterable<UploadedFile> = body.photos
    return photos === undefined ? null : undefined
  },
  absent({ body }) {
    const photos: AsyncIterable<UploadedFile> | null = body.photos
    // @ts-expect-error the files may be null
    const some: AsyncIterable<UploadedFile> = body.photos
    return photos === some ? null : undefined
  },
  async named({ body }) {
    for await (const one of body.papers) {
      const field: 'avatar' | 'others' = one.field
      if (one.field === 'avatar') {
        const avatar: UploadedFile<'avatar'> = one
        if (avatar.field === field) return null
      }
      // @ts-expect-error the name is not declared
      if (one.field === 'cover') return null
    }
    return undefined
  },
  free: () => undefined,
  kept({ body }) {
    const bytes: ReadableStream<Uint8Array> = body
    // @ts-expect-error a stream has no length
    return body.length > 0 || bytes.locked ? null : undefined
  },
  held({ body }) {
    const bytes: Uint8Array = body
    // @ts-expect-error bytes are not a stream
    return body.locked || bytes.length > 0 ? null : undefined
  },
})

const client = createClient(declared, { baseUrl: 'http://localhost' })
const blob = new Blob(['bytes'])
void client.store({ body: { title: 'x', cover: blob } })
void client.store({ body: { title: 'x', cover: new File([blob], 'a.png') } })
void client.maybe({ body: {} })
void client.several({ body: { photos: [blob, blob] } })
void client.none({ body: {} })
void client.absent({ body: {} })
void client.named({ body: { papers: { avatar: blob, others: [blob] } } })
void client.named({ body: { papers: { avatar: blob } } })
void client.free({})
for (const body of ['bytes', new Uint8Array(1), blob]) {
  void client.kept({ body })
  void client.held({ body })
}
// @ts-expect-error the bytes are missing
void client.kept({})
// @ts-expect-error the files are missing
void client.several({ body: {} })
// @ts-expect-error the avatar is missing
void client.named({ body: { papers: { others: [blob] } } })
// @ts-expect-error several files need a list
void client.several({ body: { photos: blob } })
// @ts-expect-error the file is missing
void client.store({ body: { title: 'x' } })
// @ts-expect-error a string is not a file
void client.store({ body: { title: 'x', cover: 'bytes' } })
// @ts-expect-error the only default is no file
void file({ default: 'bytes' })
// @ts-expect-error the only default is no file
void files({ default: [blob] })
// @ts-expect-error a string is not a file
void namedFiles({ title: string() })
// @ts-expect-error one file has no count
void file({ maxSize: 1024, maxCount: 3 })
// @ts-expect-error misspelled, so any type would be accepted
void files({ maxCount: 3, type: ['image/png'] })
