/** The content of a post. */
export interface PostText {
  readonly title: string
  readonly content: string
}

/** A post as found in a database. */
export interface FoundPost extends PostText {
  readonly id: number
}

/** The result of a write: the content of the post, or undefined where it is deleted. */
type Outcome = PostText | undefined

interface Entry {
  acknowledged: Outcome
  /** What may be found instead, because a write was sent and not answered. */
  unanswered: { readonly outcome: Outcome } | undefined
}

/**
 * Records what a client was promised. For each post it holds the acknowledged content or deletion, and at most one
 * unanswered write, for which either result is correct. `settle` compares it with the content of a database.
 */
export class Ledger {
  readonly #entries = new Map<number, Entry>()
  readonly #unansweredCreations = new Map<string, PostText>()
  readonly #contradictions: string[] = []
  #acknowledged = 0

  /** The number of acknowledged writes so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Records that a creation was sent; titles must be unique. */
  beginCreation(post: PostText): void {
    this.#unansweredCreations.set(post.title, post)
  }

  /** Records that a creation was acknowledged with this id. */
  acknowledgeCreation(id: number, post: PostText): void {
    if (this.#entries.has(id)) this.#contradictions.push(`the id ${id} was given to two posts`)
    this.#unansweredCreations.delete(post.title)
    this.#entries.set(id, { acknowledged: post, unanswered: undefined })
    this.#acknowledged += 1
  }

  /** Records that a write to the post was sent: its new content, or undefined for a deletion. */
  begin(id: number, outcome: Outcome): void {
    this.#entry(id).unanswered = { outcome }
  }

  /** Records that the last write sent was acknowledged. */
  acknowledge(id: number): void {
    const entry = this.#entry(id)
    entry.acknowledged = entry.unanswered?.outcome
    entry.unanswered = undefined
    this.#acknowledged += 1
  }

  /** Returns a line for each broken promise; what is found counts as promised from now on. */
  settle(found: Iterable<FoundPost>): string[] {
    const posts = new Map(Array.from(found, (post) => [post.id, post]))
    const problems = [...this.#entries].flatMap(([id, entry]) => {
      const post = posts.get(id)
      const isRight =
        same(post, entry.acknowledged) || (entry.unanswered && same(post, entry.unanswered.outcome))
      const problem = isRight
        ? []
        : [`post ${id} is ${describePost(post)}, acknowledged was ${describePost(entry.acknowledged)}`]
      this.#entries.set(id, { acknowledged: post, unanswered: undefined })
      return problem
    })
    for (const post of posts.values()) problems.push(...this.#settleUnknown(post))
    problems.push(...this.#contradictions.splice(0))
    this.#unansweredCreations.clear()
    return problems
  }

  /** Returns the ids of the posts that should exist, and of those that should be deleted. */
  ids(): { readonly there: number[]; readonly gone: number[] } {
    const ids = (isThere: boolean) =>
      [...this.#entries]
        .filter(([, { acknowledged }]) => (acknowledged !== undefined) === isThere)
        .map(([id]) => id)
    return { there: ids(true), gone: ids(false) }
  }

  /** Returns what was acknowledged for the post. */
  expected(id: number): Outcome {
    return this.#entry(id).acknowledged
  }

  #settleUnknown(post: FoundPost): string[] {
    if (this.#entries.has(post.id)) return []
    this.#entries.set(post.id, { acknowledged: post, unanswered: undefined })
    const sent = this.#unansweredCreations.get(post.title)
    return same(post, sent) ? [] : [`post ${post.id} is ${describePost(post)}, which nobody sent`]
  }

  #entry(id: number): Entry {
    const entry = this.#entries.get(id)
    if (entry === undefined) throw new Error(`Nothing is known of post ${id}`)
    return entry
  }
}

function same(one: Outcome, other: Outcome): boolean {
  return one?.title === other?.title && one?.content === other?.content
}

function describePost(outcome: Outcome): string {
  return outcome ? `${JSON.stringify(outcome.title)} with ${outcome.content.length} units` : 'not there'
}
