/** What a post was made of. */
export interface PostText {
  readonly title: string
  readonly content: string
}

/** A post as a database has it. */
export interface FoundPost extends PostText {
  readonly id: number
}

/** Outcome of a write: what the post is made of afterwards, or undefined where it is gone. */
type Outcome = PostText | undefined

interface Entry {
  acknowledged: Outcome
  /** What else may be found, because a write was sent and not answered. */
  unanswered: { readonly outcome: Outcome } | undefined
}

/**
 * A client's book of what it was promised. Of each post it knows the acknowledged text or deletion, and at most one
 * write without an answer, of which either outcome is right. `settle` compares it with what a database has.
 */
export class Ledger {
  readonly #entries = new Map<number, Entry>()
  readonly #unansweredCreations = new Map<string, PostText>()
  readonly #contradictions: string[] = []
  #acknowledged = 0

  /** How many writes were acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Notes that a creation was sent; titles have to differ. */
  beginCreation(post: PostText): void {
    this.#unansweredCreations.set(post.title, post)
  }

  /** Notes that a creation was acknowledged with this id. */
  acknowledgeCreation(id: number, post: PostText): void {
    if (this.#entries.has(id)) this.#contradictions.push(`the id ${id} was given to two posts`)
    this.#unansweredCreations.delete(post.title)
    this.#entries.set(id, { acknowledged: post, unanswered: undefined })
    this.#acknowledged += 1
  }

  /** Notes that a write to the post was sent: its new text, or undefined for a deletion. */
  begin(id: number, outcome: Outcome): void {
    this.#entry(id).unanswered = { outcome }
  }

  /** Notes that the write which was sent last was acknowledged. */
  acknowledge(id: number): void {
    const entry = this.#entry(id)
    entry.acknowledged = entry.unanswered?.outcome
    entry.unanswered = undefined
    this.#acknowledged += 1
  }

  /** Answers a line for each promise that was not kept; what is there counts as promised from now on. */
  settle(found: Iterable<FoundPost>): string[] {
    const posts = new Map(Array.from(found, (post) => [post.id, post]))
    const problems = [...this.#entries].flatMap(([id, entry]) => {
      const post = posts.get(id)
      const isRight =
        same(post, entry.acknowledged) || (entry.unanswered && same(post, entry.unanswered.outcome))
      const problem = isRight
        ? []
        : [`post ${id} is ${told(post)}, acknowledged was ${told(entry.acknowledged)}`]
      this.#entries.set(id, { acknowledged: post, unanswered: undefined })
      return problem
    })
    for (const post of posts.values()) problems.push(...this.#settleUnknown(post))
    problems.push(...this.#contradictions.splice(0))
    this.#unansweredCreations.clear()
    return problems
  }

  /** The ids of the posts that should be there, and of those that should be gone. */
  ids(): { readonly there: number[]; readonly gone: number[] } {
    const ids = (isThere: boolean) =>
      [...this.#entries]
        .filter(([, { acknowledged }]) => (acknowledged !== undefined) === isThere)
        .map(([id]) => id)
    return { there: ids(true), gone: ids(false) }
  }

  /** What was acknowledged of the post. */
  expected(id: number): Outcome {
    return this.#entry(id).acknowledged
  }

  #settleUnknown(post: FoundPost): string[] {
    if (this.#entries.has(post.id)) return []
    this.#entries.set(post.id, { acknowledged: post, unanswered: undefined })
    const sent = this.#unansweredCreations.get(post.title)
    return same(post, sent) ? [] : [`post ${post.id} is ${told(post)}, which nobody sent`]
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

function told(outcome: Outcome): string {
  return outcome ? `${JSON.stringify(outcome.title)} with ${outcome.content.length} units` : 'not there'
}
