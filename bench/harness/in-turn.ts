/** Each item once a round, with the number of the round; each round begins with another item, so that what changes meanwhile falls on all alike. */
export function* inTurn<Item>(
  items: readonly Item[],
  rounds: number,
): Generator<[item: Item, round: number]> {
  for (let round = 0; round < rounds; round++) {
    const first = round % items.length
    for (const item of [...items.slice(first), ...items.slice(0, first)]) yield [item, round]
  }
}
