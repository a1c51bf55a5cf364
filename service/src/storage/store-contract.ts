import { describe } from 'node:test'
import { describePostCount } from './contract/count-contract.ts'
import { describeDurability } from './contract/durability-contract.ts'
import type { DatabaseUnderTest } from './contract/harness.ts'
import { describeIdempotency } from './contract/idempotency-contract.ts'
import { describePostPages } from './contract/page-contract.ts'
import {
  describePostConflicts,
  describePostReading,
  describePostReplacing,
} from './contract/post-contract.ts'
import { describeRivals } from './contract/rival-contract.ts'
import { describeSessions } from './contract/session-contract.ts'
import { describeTexts } from './contract/text-contract.ts'
import { describeUserNames, describeUsers } from './contract/user-contract.ts'

/** The tests that every kind of database has to pass; called from a test file of its own for each. */
export function describeStoreContract(database: DatabaseUnderTest): void {
  describe(`the store contract on ${database.name}`, () => {
    describePostReading(database)
    describePostReplacing(database)
    describePostConflicts(database)
    describePostPages(database)
    describePostCount(database)
    describeIdempotency(database)
    describeUsers(database)
    describeUserNames(database)
    describeSessions(database)
    describeTexts(database)
    describeRivals(database)
    describeDurability(database)
  })
}
