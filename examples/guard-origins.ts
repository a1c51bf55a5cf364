import { createServer } from 'node:http'
import { compilePolicy, describePolicy, PolicyError, withCorsListener } from '@postern/contract/cors'

// The policy alone, around any listener: checked as a whole, then frozen.
const policy = compilePolicy({
  allowOrigins: ['https://app.example.com', 'http://localhost:5173'],
  allowCredentials: true,
  exposeHeaders: ['X-Total'],
})
for (const line of describePolicy(policy)) console.log(line)

const listener = withCorsListener(policy, (_request, response) => {
  response.setHeader('X-Total', '1')
  response.end('Hello')
})
const server = createServer(listener).listen(Number(process.env.PORT ?? 8001), '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
})
process.once('SIGTERM', () => void server.close())

// A contradiction does not start; the message says what to write instead.
try {
  compilePolicy({ allowOrigins: ['*'], allowCredentials: true })
} catch (error) {
  if (error instanceof PolicyError) console.log(error.message)
}
