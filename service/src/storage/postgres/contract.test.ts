import { after } from 'node:test'
import { describeStoreContract } from '../contract/store-contract.ts'
import { startTestServer } from './test-server.ts'

const server = await startTestServer()

after(() => server.stop())

describeStoreContract({ name: 'PostgreSQL', createDatabase: () => server.emptyDatabase() })
