import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FoundPost, Ledger, type PostText } from './ledger.ts'

const old = { title: 'Old', content: 'old' }
const young = { title: 'Young', content: 'young' }

describe('the ledger of acknowledged writes', () => {
  const cases: readonly [
    name: string,
    promise: (ledger: Ledger) => void,
    right: PostText[],
    wrong: PostText[],
  ][] = [
    ['an acknowledged creation', () => undefined, [old], [young]],
    ['a replacement without a response', (ledger) => ledger.begin(1, young), [old, young], []],
    ['an acknowledged replacement', (ledger) => write(ledger, young), [young], [old]],
    ['a deletion without a response', (ledger) => ledger.begin(1, undefined), [old], [young]],
    ['an acknowledged deletion', (ledger) => write(ledger, undefined), [], [old]],
  ]
  for (const [name, promise, right, wrong] of cases) {
    it(`${name} leaves ${right.length} right states and ${wrong.length} wrong ones`, () => {
      for (const text of right) assert.deepEqual(settleAfter(promise, [{ id: 1, ...text }]), [])
      for (const text of wrong) assert.equal(settleAfter(promise, [{ id: 1, ...text }]).length, 1)
    })
  }

  const gone: readonly [name: string, promise: (ledger: Ledger) => void, problems: number][] = [
    ['is a loss after a creation', () => undefined, 1],
    ['is possible after a deletion without a response', (ledger) => ledger.begin(1, undefined), 0],
    ['is right after a deletion', (ledger) => write(ledger, undefined), 0],
  ]
  for (const [name, promise, problems] of gone) {
    it(`a post that is not there ${name}`, () => assert.equal(settleAfter(promise, []).length, problems))
  }

  it('accepts a creation without a response or its absence, and no post that nobody sent', () => {
    const begun = (ledger: Ledger) => ledger.beginCreation(young)
    assert.deepEqual(settleAfter(begun, [{ id: 1, ...old }]), [])
    assert.deepEqual(
      settleAfter(begun, [
        { id: 1, ...old },
        { id: 2, ...young },
      ]),
      [],
    )
    const foreign = [
      { id: 1, ...old },
      { id: 2, title: 'Young', content: 'cut' },
    ]
    assert.match(settleAfter(begun, foreign).join(), /post 2 .* nobody sent/)
  })

  it('accepts no id twice', () => {
    const again = (ledger: Ledger) => ledger.acknowledgeCreation(1, young)
    assert.deepEqual(settleAfter(again, [{ id: 1, ...young }]), ['the id 1 was given to two posts'])
  })

  it('counts what was settled as acknowledged', () => {
    const ledger = new Ledger()
    ledger.beginCreation(old)
    ledger.settle([{ id: 7, ...old }])
    assert.deepEqual(ledger.ids(), { there: [7], gone: [] })
    assert.equal(ledger.settle([]).length, 1)
  })
})

function settleAfter(promise: (ledger: Ledger) => void, found: readonly FoundPost[]): string[] {
  const ledger = new Ledger()
  ledger.beginCreation(old)
  ledger.acknowledgeCreation(1, old)
  promise(ledger)
  return ledger.settle(found)
}

function write(ledger: Ledger, outcome: PostText | undefined): void {
  ledger.begin(1, outcome)
  ledger.acknowledge(1)
}
