import { describe, it } from 'node:test'
import { allScenarios } from './all-scenarios.ts'
import { runScenario } from './run-scenario.ts'
import { startTestService } from './test-service.ts'

describe('the specification, on a real socket and a real SQLite file', () => {
  for (const scenario of allScenarios) {
    it(`${scenario.section} ${scenario.name}`, async () => {
      await using service = await startTestService({ ...scenario.environment })
      await runScenario(scenario, service)
    })
  }
})
