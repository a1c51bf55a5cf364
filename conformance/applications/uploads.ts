import {
  type Api,
  contract,
  file,
  files,
  implement,
  multipart,
  namedFiles,
  routes,
  type UploadedFile,
} from '@postern/contract'
import { integer, list, string } from '@postern/model'

const { get, post } = routes()
const photos = files({ maxSize: 2 ** 24, maxCount: 3 })
const papers = namedFiles({ avatar: file(), document: file() })
const sizes = list(integer())

const declared = contract({
  title: 'Uploads',
  version: '1',
  routes: {
    photos: post('/photos', { body: multipart({ photos }), response: sizes }),
    papers: post('/papers', { body: multipart({ title: string({ default: '' }), papers }), response: sizes }),
    first: post('/first', { body: multipart({ photos }), response: sizes }),
    ignored: post('/ignored', { body: multipart({ photos }), response: sizes }),
    broken: get('/broken', { response: integer() }),
  },
})

/** Creates an application that accepts files and responds with the size of each. */
export function uploadsApplication(): Api {
  let broken = 0
  const counted = async (arriving: AsyncIterable<UploadedFile>) => {
    try {
      return await sizesOf(arriving)
    } catch (error) {
      broken++
      throw error
    }
  }
  return implement(declared, {
    photos: ({ body }) => counted(body.photos),
    papers: ({ body }) => counted(body.papers),
    async first({ body }) {
      for await (const { stream } of body.photos) {
        const { value } = await stream.getReader().read()
        return [value === undefined ? 0 : 1]
      }
      return []
    },
    ignored: () => [],
    broken: () => broken,
  })
}

async function sizesOf(arriving: AsyncIterable<UploadedFile>): Promise<number[]> {
  const found: number[] = []
  for await (const { stream } of arriving) {
    let size = 0
    for await (const bytes of stream) size += bytes.length
    found.push(size)
  }
  return found
}
