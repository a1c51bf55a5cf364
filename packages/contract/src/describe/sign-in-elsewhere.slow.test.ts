import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { integer, list, literal, Model, string } from '@postern/model'
import { openChromium } from '../../../../scripts/chromium.ts'
import { tryOperation } from '../../../../scripts/documentation-page.ts'
import { type RunningServer, serve } from '../adapters/node.ts'
import {
  contract,
  form,
  HttpError,
  type Incoming,
  implement,
  routes,
  type SecurityOptions,
  type TokenUse,
  tokenFrom,
} from '../index.ts'

const browser = await openChromium()
const scopes = { 'items:read': 'Read items' }
const provider = await serveProvider()
after(() => Promise.all([browser.close(), provider.close()]))

const ways: readonly [string, SecurityOptions][] = [
  ['a code', { authorizationUrl: `${provider.url}/authorize`, tokenUrl: `${provider.url}/token`, scopes }],
  ['OpenID Connect', { openIdConnectUrl: `${provider.url}/.well-known/openid-configuration`, scopes }],
]

for (const [way, options] of ways) {
  test(`§4.1 Swagger UI signs in at another origin by ${way}`, async () => {
    const server = await serveItems(options)
    const page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    try {
      await page.goto(`${server.url}/docs`)
      await page.getByText('Read an item').click()
      await page.locator('.auth-wrapper button.authorize').click()
      await page.locator('.modal-ux .scopes label').filter({ hasText: 'items:read' }).first().click()
      await page.locator('.modal-ux button.authorize').first().click()
      await page.locator('.modal-ux').getByText('Authorized', { exact: true }).first().waitFor()
      await page.locator('.modal-ux button.btn-done').first().click()
      assert.match(await tryOperation(page), /for docs with items:read/)
      assert.deepEqual(complaints, [])
    } finally {
      await page.close()
      await server.close()
    }
  })
}

/** An api whose tokens another origin issues. */
function serveItems(options: SecurityOptions): Promise<RunningServer> {
  const security = tokenFrom(options)
  const read = routes().get('/item', { summary: 'Read an item', security, response: string() })
  const api = implement(
    contract({ title: 'Items', version: '1.0.0', routes: { read } }),
    { read: ({ user }) => `An item for ${user}` },
    {
      documents: { clientId: 'docs' },
      authenticate(token: string, _: Incoming, { scopes: wanted }: TokenUse) {
        if (!wanted.every((scope) => token.includes(scope))) throw new HttpError(401)
        return token
      },
    },
  )
  return serve(api, { port: 0 })
}

/** The issuer of tokens: signs anyone in at once, and issues a token for a code and the verifier of its challenge (RFC 7636 §4.6). */
async function serveProvider(): Promise<RunningServer> {
  class Ask extends Model({
    client_id: literal(['docs']),
    response_type: literal(['code']),
    redirect_uri: string({ pattern: '^http://127\\.0\\.0\\.1:[0-9]+/docs/oauth2-redirect$' }),
    scope: string({ default: '' }),
    state: string(),
    code_challenge: string(),
    code_challenge_method: literal(['S256']),
  }) {}
  class Exchange extends Model({
    grant_type: literal(['authorization_code']),
    code: string(),
    code_verifier: string(),
    client_id: literal(['docs']),
  }) {}
  class Token extends Model({ access_token: string(), token_type: string(), expires_in: integer() }) {}
  class Configuration extends Model({
    authorization_endpoint: string(),
    token_endpoint: string(),
    scopes_supported: list(string()),
    grant_types_supported: list(string()),
  }) {}
  const asked = new Map<string, Ask>()
  const { get, post } = routes()
  const api = implement(
    contract({
      title: 'Provider',
      version: '1.0.0',
      routes: {
        authorize: get('/authorize', { query: Ask, status: 302 }),
        configure: get('/.well-known/openid-configuration', { response: Configuration }),
        token: post('/token', { body: form(Exchange), response: Token, errors: { 400: 'No such code' } }),
      },
    }),
    {
      authorize({ query, reply }) {
        const code = randomUUID()
        asked.set(code, query)
        const back = new URLSearchParams({ code, state: query.state })
        return reply(302, null, { headers: { location: `${query.redirect_uri}?${back}` } })
      },
      configure({ request }) {
        const origin = `http://${request.header('host')}`
        return {
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          scopes_supported: Object.keys(scopes),
          grant_types_supported: ['authorization_code'],
        }
      },
      token({ body, fail }) {
        const ask = asked.get(body.code)
        const challenge = createHash('sha256').update(body.code_verifier).digest('base64url')
        if (ask?.code_challenge !== challenge) return fail(400)
        return { access_token: `docs with ${ask.scope}`, token_type: 'bearer', expires_in: 60 }
      },
    },
    // With it, Swagger UI says that a script sends the request.
    { cors: { allowOrigins: ['*'], allowHeaders: ['X-Requested-With'] } },
  )
  return serve(api, { port: 0 })
}
