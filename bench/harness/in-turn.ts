/**
 * Yields each item once per round, with the number of the round. Each round starts with another item, so that changes
 * over time affect all alike.
 */
export function* inTurn<Item>(
  items: readonly Item[],
  rounds: number,
): Generator<[item: Item, round: number]> {
  for (let round = 0; round < rounds; round++) {
    const first = round % items.length
    for (const item of [...items.slice(first), ...items.slice(0, first)]) yield [item, round]
  }
}
