import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { createTestCluster } from './test-cluster.ts'
import { cert, certExpired, certOfName, key, startTlsStandIn } from './test-tls-stand-in.ts'

const base = await createTestCluster()
const server = await base.copy('server.pem', `${cert}\n${key}\n`)
const options = { now: () => new Date() }
const known = getCACertificates('default')
const withCertificate = ['ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.pem']
await server.start(withCertificate)

after(async () => {
  await server.stop()
  await base.remove()
})

it('a certificate that is no longer trusted makes the database unavailable, until it is trusted again', async () => {
  setDefaultCACertificates([...known, cert])
  const url = `${server.address.replace('127.0.0.1', 'localhost')}/postgres?sslmode=verify-full`
  const storage = await openStorage(url, options)
  const { id } = await storage.posts.create(newPost())

  setDefaultCACertificates(known)
  // Ends every connection; the server starts again once that has been noticed.
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

for (const mode of ['verify-full', 'verify-ca', 'require&sslmode=verify-full']) {
  it(`an IP address is checked against the certificate by sslmode=${mode}`, async (t) => {
    setDefaultCACertificates([...known, certOfName])
    const { port, close } = await startTlsStandIn('silence', certOfName)
    t.after(close)
    await assert.rejects(
      openStorage(`postgres://user:hunter22@127.0.0.1:${port}/db?sslmode=${mode}`, options),
      refusal(/IP: 127\.0\.0\.1 is not in the cert's list.* as its certificate names it$/),
    )
    setDefaultCACertificates([...known, cert])
    await (await openStorage(`${server.address}/postgres?sslmode=${mode}`, options)).close()
  })
}

it('a certificate that has expired is refused, and the error says to renew it', async (t) => {
  setDefaultCACertificates([...known, certExpired])
  const { port, close } = await startTlsStandIn('silence', certExpired)
  t.after(close)
  await assert.rejects(
    openStorage(`postgres://user:hunter22@localhost:${port}/db?sslmode=verify-full`, options),
    refusal(/certificate has expired\. Renew the certificate of the server, or correct the clock/),
  )
})

it('a server that accepts TLS alone refuses other connections, and the error says which sslmode to set', async () => {
  await startWithRule('hostssl all all all scram-sha-256')
  await assert.rejects(
    openStorage(`${server.address}/postgres`, options),
    refusal(/no pg_hba\.conf entry .* set sslmode=verify-full in DATABASE_URL$/),
  )
  await (await openStorage(`${server.address}/postgres?sslmode=require`, options)).close()
})

it('a server that requires a client certificate refuses connections, and the error says that none is sent', async () => {
  await startWithRule('hostssl all all all scram-sha-256 clientcert=verify-ca')
  await assert.rejects(
    openStorage(`${server.address}/postgres?sslmode=require`, options),
    refusal(/requires a valid client certificate\. The service sends no client certificate: let this user /),
  )
})

/** Starts the server again with this as the only line of its pg_hba.conf. */
async function startWithRule(line: string): Promise<void> {
  await server.stop()
  await server.start(withCertificate)
  const sql = postgres(`${server.address}/postgres`, { max: 1 })
  const [shown] = await sql`show data_directory`
  const file = `${shown?.['data_directory']}/rule.conf`
  await sql.unsafe(`copy (select '${line}') to '${file}'`)
  await sql.end()
  await server.stop()
  await server.start([...withCertificate, 'ssl_ca_file=server.pem', `hba_file=${file}`])
}
