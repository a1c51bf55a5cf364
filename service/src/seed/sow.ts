import { hashPassword } from '../sessions/password.ts'
import type { Clock, Storage } from '../storage/storage.ts'
import { createRandom, type Random } from './random.ts'
import { seedPost, seedUser } from './records.ts'

/** What is to be sown, and into what. */
export interface SeedPlan {
  readonly storage: Pick<Storage, 'posts' | 'users'>
  readonly clock: SeedClock
  readonly posts: number
  readonly users: number
  readonly seed: number
  /** The password of every user. */
  readonly password: string
}

/** A clock that a database can be opened with, and that seeds then set. */
export interface SeedClock {
  readonly now: Clock
  /**
   * From here on it shows times of its own: a minute later each time it is asked, or less where `times` such steps would
   * lead beyond the real time.
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

/** Stores the users and the posts of a seed; answers a username that is taken where the seed was sown before. */
export async function sow(plan: SeedPlan, advance: (by: number) => void): Promise<string | undefined> {
  const random = createRandom(plan.seed)
  plan.clock.turnBack(plan.users + plan.posts)
  const authors = await sowUsers(plan, random, advance)
  if (typeof authors === 'string') return authors
  for (let begun = 0; begun < plan.posts; begun += atOnce) {
    const size = Math.min(atOnce, plan.posts - begun)
    // They are committed together; one by one each would wait for the disk.
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
  // They have one password, so one hash tells no more than two hundred would, and takes a moment instead of a minute.
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
