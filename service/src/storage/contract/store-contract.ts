import { describe } from 'node:test'
import { describePostCount } from './count-contract.ts'
import { describeDurability } from './durability-contract.ts'
import type { DatabaseUnderTest } from './harness.ts'
import { describeIdempotency } from './idempotency-contract.ts'
import { describeKeyExpiry } from './key-expiry-contract.ts'
import { describeLongTitles, describeNarrowedPosts, describePostPages } from './page-contract.ts'
import { describePostConflicts, describePostReading, describePostReplacing } from './post-contract.ts'
import { describeRivals } from './rival-contract.ts'
import { describeSessions } from './session-contract.ts'
import { describeTexts } from './text-contract.ts'
import { describeUserNames, describeUsers } from './user-contract.ts'

/** The tests that every kind of database must pass; each kind calls this from its own test file. */
export function describeStoreContract(database: DatabaseUnderTest): void {
  describe(`the store contract on ${database.name}`, () => {
    describePostReading(database)
    describePostReplacing(database)
    describePostConflicts(database)
    describePostPages(database)
    describeNarrowedPosts(database)
    describeLongTitles(database)
    describePostCount(database)
    describeIdempotency(database)
    describeKeyExpiry(database)
    describeUsers(database)
    describeUserNames(database)
    describeSessions(database)
    describeTexts(database)
    describeRivals(database)
    describeDurability(database)
  })
}
