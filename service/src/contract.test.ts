import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeContract } from '@postern/contract'
import { createContract } from './contract.ts'
import { parseSettings } from './settings.ts'

test('§4.1 the document describes every parameter where its pages show it', () => {
  const { paths } = JSON.parse(JSON.stringify(describeContract(createContract(parseSettings({}).posts))))
  const operations = Object.values<object>(paths).flatMap((item) => Object.values(item))
  const parameters = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.map(({ name, description }: { name: string; description?: string }) => ({
      parameter: `${operationId} ${name}`,
      description,
    })),
  )
  assert.ok(parameters.length > 10)
  assert.deepEqual(
    parameters.filter(({ description = '' }) => description === '').map(({ parameter }) => parameter),
    [],
  )
})
