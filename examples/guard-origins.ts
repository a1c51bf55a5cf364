import { createServer } from 'node:http'
import { compilePolicy, describePolicy, PolicyError, withCorsListener } from '@postern/contract/cors'

// The policy alone, for any listener: validated as a whole, then frozen.
const policy = compilePolicy({
  allowOrigins: ['https://app.example.com', 'http://localhost:5173'],
  allowCredentials: true,
  exposeHeaders: ['X-Total'],
})
console.log(describePolicy(policy)[0])

const listener = withCorsListener(policy, (_request, response) => {
  response.setHeader('X-Total', '1')
  response.end('Hello')
})
const server = createServer(listener)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const port = address !== null && typeof address === 'object' ? address.port : 0

for (const origin of ['https://app.example.com', 'https://evil.example']) {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { origin } })
  console.log(origin, answer.headers.get('access-control-allow-origin'))
}
server.close()

// A contradictory policy does not start; the message says what to write instead.
try {
  compilePolicy({ allowOrigins: ['*'], allowCredentials: true })
} catch (error) {
  if (error instanceof PolicyError) console.log(error.message)
}
