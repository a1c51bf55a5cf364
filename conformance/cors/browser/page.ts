import type { BrowserContext, Frame } from 'playwright-core'

/** A request that a page's script makes with `fetch`. */
export interface FetchRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  readonly mode?: 'cors' | 'no-cors'
}

/** What a script sees of the response: what it can read, or that the browser reported an error. */
export type Seen =
  | { readonly status: number; readonly headers: readonly string[]; readonly body: string }
  | 'refused'

/** A script on a page of some origin. */
export interface Page {
  readonly origin: string
  ask(request: FetchRequest): Promise<Seen>
  /** Makes many requests at once; returns the results in order. */
  askAll(requests: readonly FetchRequest[]): Promise<readonly Seen[]>
}

/** Opens the page at a URL, whose origin it has. */
export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  return pageOf(page.mainFrame(), new URL(address).origin)
}

/** Opens a page that contains a sandboxed frame, whose origin is `null`. */
export async function openSandbox(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${address}/framed`)
  const frame = page.frames().find((one) => one !== page.mainFrame())
  if (frame === undefined) throw new Error('there is no frame')
  return pageOf(frame, 'null')
}

function pageOf(frame: Frame, origin: string): Page {
  const askAll = (requests: readonly FetchRequest[]) => frame.evaluate(askInPage, requests)
  const ask = async (request: FetchRequest) => {
    const [seen] = await askAll([request])
    if (seen === undefined) throw new Error('no answer')
    return seen
  }
  return { origin, ask, askAll }
}

/** Runs in the page, so it must not use anything from this file. */
function askInPage(all: readonly FetchRequest[]): Promise<readonly Seen[]> {
  const ask = async ({ url, ...init }: FetchRequest): Promise<Seen> => {
    try {
      const answer = await fetch(url, init)
      return { status: answer.status, headers: [...answer.headers.keys()], body: await answer.text() }
    } catch {
      return 'refused'
    }
  }
  return Promise.all(all.map(ask))
}
