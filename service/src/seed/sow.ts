import { hashPassword } from '../sessions/password.ts'
import type { Clock, Storage } from '../storage/storage.ts'
import { createRandom, type Random } from './random.ts'
import { seedPost, seedUser } from './records.ts'

/** What to create, and in which storage. */
export interface SeedPlan {
  readonly storage: Pick<Storage, 'posts' | 'users'>
  readonly clock: SeedClock
  readonly posts: number
  readonly users: number
  readonly seed: number
  /** The password of every user. */
  readonly password: string
}

/** A clock to open a database with, which seeding then sets. */
export interface SeedClock {
  readonly now: Clock
  /**
   * From here on the clock shows its own time: a minute later at each call, or less if `times` such steps would lead
   * past the real time.
   */
  readonly turnBack: (times: number) => void
}

/** Creates a clock that shows the real time until it is turned back to a fixed day. */
export function createSeedClock(real: Clock = () => new Date()): SeedClock {
  let shown: number | undefined
  let step = 0
  return {
    now() {
      if (shown === undefined) return real()
      shown += step
      return new Date(shown)
    },
    turnBack(times) {
      shown = Date.UTC(2025, 0, 1)
      step = Math.min(60_000, Math.floor((real().getTime() - shown) / times))
    },
  }
}

/** Stores the users and posts of a seed. Returns a taken username where the seed was stored before. */
export async function sow(plan: SeedPlan, advance: (by: number) => void): Promise<string | undefined> {
  const random = createRandom(plan.seed)
  plan.clock.turnBack(plan.users + plan.posts)
  const authors = await sowUsers(plan, random, advance)
  if (typeof authors === 'string') return authors
  for (let begun = 0; begun < plan.posts; begun += atOnce) {
    const size = Math.min(atOnce, plan.posts - begun)
    // These are committed together; one by one, each would wait for the disk.
    await Promise.all(
      Array.from({ length: size }, () => plan.storage.posts.create(seedPost(random, authors))),
    )
    advance(size)
  }
  return undefined
}

const atOnce = 200

async function sowUsers(
  { storage, users, seed, password }: SeedPlan,
  random: Random,
  advance: (by: number) => void,
): Promise<readonly number[] | string> {
  // All have the same password, so one hash reveals no more than two hundred would, and takes a moment instead of a
  // minute.
  const hash = await hashPassword(password)
  const ids: number[] = []
  for (let number = 1; number <= users; number++) {
    const user = seedUser(random, { seed, number })
    const stored = await storage.users.create({ ...user, password: hash })
    if ('taken' in stored) return user.username
    ids.push(stored.id)
    advance(1)
  }
  return ids
}
