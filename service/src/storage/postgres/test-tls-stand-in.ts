import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { listen } from '../../../../scripts/listen.ts'

/** A server that starts TLS as PostgreSQL does, with a certificate from no known authority, then is silent or ends. */
export type TlsStandIn = {
  readonly port: number
  /** The host names that clients requested (RFC 6066 §3). */
  readonly names: readonly string[]
  close(): void
}

/** Starts it on a free port of 127.0.0.1, with this certificate. */
export async function startTlsStandIn(then: 'silence' | 'end', certificate = cert): Promise<TlsStandIn> {
  const names: string[] = []
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name)
    done(null)
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // The first message is the request for TLS (§55.2.10 of PostgreSQL's manual).
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert: certificate, SNICallback }).on(
        'error',
        () => undefined,
      )
      if (then === 'end') secure.once('secure', () => secure.end())
    })
  })
  return { port: await listen(server), names, close: () => server.close() }
}

// The key of all certificates, which are self-signed and, save one, valid until 2126; they are used nowhere else.
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQnVPN+sqN+juXiFG
qpQwaVJyrfBnnUCh8LE7HYhKMqGhRANCAAR/4Lhfzah3grtZVcrgSjidA9gmrsLy
0FrgpvgpGPdUNrKznScelNRFblQP8WORR7vRmGJvD9/q+GdwgkBazvI3
-----END PRIVATE KEY-----`

/** The certificate of `localhost` and `127.0.0.1`. */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUHyXwCKk3XHYn04fFHWz25XeperAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzIzNTAyMVoYDzIxMjYxMDMw
MjM1MDIxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR/4Lhfzah3grtZVcrgSjidA9gmrsLy0FrgpvgpGPdUNrKznScelNRF
blQP8WORR7vRmGJvD9/q+GdwgkBazvI3o28wbTAdBgNVHQ4EFgQUejermkTHpobB
nEFBm+Wj4FqUb7wwHwYDVR0jBBgwFoAUejermkTHpobBnEFBm+Wj4FqUb7wwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAMDuZ9NW9RlD6poQSaq7WgozvuIiKhVSrhl0ya/OvurXAiBv
E/q6K5M/ENmFPHk7sz9E+P1OD9MEdKCd/XODrafPgQ==
-----END CERTIFICATE-----`

/** The certificate of `localhost` alone. */
export const certOfName = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUAo5uhvILtfc9zYxfh8ymHc0uYx8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIwMjY1OFoYDzIxMjYxMTAy
MjAyNjU4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR/4Lhfzah3grtZVcrgSjidA9gmrsLy0FrgpvgpGPdUNrKznScelNRF
blQP8WORR7vRmGJvD9/q+GdwgkBazvI3o2kwZzAdBgNVHQ4EFgQUejermkTHpobB
nEFBm+Wj4FqUb7wwHwYDVR0jBBgwFoAUejermkTHpobBnEFBm+Wj4FqUb7wwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOoOz8Gq27uVbnIoWzUdltXTGXVdc5J5r3C1YOFoeREpAiEAwBiR72V3
FaKmJBBsNBVainFVP0pW3mZU+x/sh9It0bU=
-----END CERTIFICATE-----`

/** A certificate of `localhost` that expired with the year 2020. */
export const certExpired = `-----BEGIN CERTIFICATE-----
MIIBcjCCARigAwIBAgIURoovP8CgsOzjlfyf8OGQBrQiTXEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAw
MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEf+C4X82od4K7WVXK4Eo4nQPYJq7C8tBa4Kb4KRj3VDays50nHpTURW5U
D/FjkUe70Zhibw/f6vhncIJAWs7yN6NIMEYwDwYDVR0TAQH/BAUwAwEB/zAUBgNV
HREEDTALgglsb2NhbGhvc3QwHQYDVR0OBBYEFHo3q5pEx6aGwZxBQZvlo+BalG+8
MAoGCCqGSM49BAMCA0gAMEUCIQDV23a0wsy6gPzFMaOxJSSnQe1JTxO/apyRLv7v
9CD7LgIgbCi66r7iU7Essk2A8zg1uOh8FBakblj8hggMBT7Z1mA=
-----END CERTIFICATE-----`
