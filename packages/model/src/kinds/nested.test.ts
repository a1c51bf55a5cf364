import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, integer, type KindClass, Model, nested, nullable } from '../index.ts'

const manyFields = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index}`, integer({ default: index })] as const),
  )

for (const count of [10, 64, 1000]) {
  test(`a model of ${count} fields may nest in itself 254 levels deep`, () => {
    const next = nullable(
      nested<unknown>((): unknown => Wide),
      { default: null },
    )
    class Wide extends Model({ own: integer(), ...manyFields(count), next }) {}
    const chain = (own: unknown) => {
      let value: object = { own }
      for (let level = 1; level < 254; level++) value = { own: level, next: value }
      return value
    }
    const { convert, write } = createConverter(Wide)
    assert.ok(convert(chain(0)).ok)
    assert.ok(write(chain(0)).ok)
    const refused = convert(chain('x'))
    assert.deepEqual(!refused.ok && refused.issues.map(({ loc }) => loc.length), [254])
  })
}

test('models nested in each other in many places are compiled once each', () => {
  class Leaf extends Model({ size: integer() }) {}
  let model: KindClass = Leaf
  let value: object = { size: 1 }
  for (let level = 0; level < 12; level++) {
    const place = nullable(model, { default: null })
    model = class extends Model({ a: place, b: place, c: place, d: place }, { name: `Level${level}` }) {}
    value = { c: value }
  }
  const { convert, write } = createConverter(model)
  const converted = convert(value)
  assert.ok(converted.ok)
  const written = write(converted.value)
  assert.match(written.ok ? written.value : '', /"c":\{"size":1\},"d":null\}/)
})
