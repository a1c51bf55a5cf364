import { contract, implement, rawReply, routes } from '../index.ts'

const declared = contract({
  title: 'Tables',
  version: '1',
  routes: { table: routes().get('/table', { mediaType: 'text/csv' }) },
})

implement(declared, { table: () => rawReply('a,b') })
// @ts-expect-error What is declared to be CSV is no null.
implement(declared, { table: () => null })
