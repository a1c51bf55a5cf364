import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { newPost } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { unavailable } from '../test-failures.ts'
import { createTestCluster } from './test-cluster.ts'
import { cert, key } from './test-tls-stand-in.ts'

const base = await createTestCluster()
const server = await base.copy('server.pem', `${cert}\n${key}\n`)
const withCertificate = ['ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.pem']
await server.start(withCertificate)

after(async () => {
  await server.stop()
  await base.remove()
})

it('a certificate that is not believed any more is a database that cannot be reached, until it is again', async () => {
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, cert])
  const url = `${server.address.replace('127.0.0.1', 'localhost')}/postgres?sslmode=verify-full`
  const storage = await openStorage(url, { now: () => new Date() })
  const { id } = await storage.posts.create(newPost())

  setDefaultCACertificates(known)
  // Ends every connection, and is back when that has been seen.
  await server.stop()
  await server.start(withCertificate)
  const disbelieved = unavailable(/^postgres:\/\/localhost:\d+\/postgres: self-signed.* NODE_EXTRA_CA_CERTS=/)
  for (let round = 0; round < 2; round += 1) {
    await assert.rejects(storage.posts.get(id), disbelieved)
    await assert.rejects(storage.posts.create(newPost()), disbelieved)
    await assert.rejects(storage.check(), disbelieved)
  }

  setDefaultCACertificates([...known, cert])
  assert.equal((await storage.posts.get(id))?.id, id)
  await storage.close()
})
