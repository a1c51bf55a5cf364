import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { contract, file, implement, multipart, routes } from '@postern/contract'
import { createClient } from '@postern/contract/client'
import { serve } from '@postern/contract/node'
import { Model, string } from '@postern/model'

class Cover extends Model({ title: string(), type: string() }) {}

const cover = file({ maxSize: 1000, types: ['image/*'] })
const upload = routes().post('/covers', {
  body: multipart({ title: string({ minLength: 1 }), cover }),
  response: Cover,
  status: 201,
})
const covers = contract({ title: 'Covers', version: '1.0.0', routes: { upload } })

const folder = await mkdtemp(join(tmpdir(), 'covers-'))
const path = join(folder, 'cover')
const api = implement(covers, {
  async upload({ body: { title, cover } }) {
    // The client's file name is not to be trusted, so it is not used.
    await pipeline(cover.stream, createWriteStream(path))
    return { title, type: cover.type }
  },
})

const server = await serve(api, { port: 0 })
const client = createClient(covers, { baseUrl: server.url })
const send = (text: string, type: string) =>
  client.upload({ body: { title: 'Gate', cover: new Blob([text], { type }) } })
console.log((await send('five!', 'image/png')).status, await readFile(path, 'utf8'))
console.log((await send('five!', 'audio/ogg')).status, (await send('.'.repeat(1001), 'image/png')).status)
await server.close()
await rm(folder, { recursive: true })
