// table: scenarios, one after another
import { type Scenario, type Step, timestamp } from '../scenario.ts'

const own = { Origin: 'http://localhost:3000' }
const strong = /^"[\w.:-]+"$/
const stored = { id: 1, title: 'A', content: '', created_at: timestamp, updated_at: timestamp }
const conflict = { detail: 'The resource is not in the state that the request requires; read it again' }
const unconditional = { detail: 'Send If-Match with the ETag that you have read' }
const keepTag = (name: string) => ({ [name]: { header: 'ETag' } })

const created: Step = {
  send: 'POST /posts/',
  json: { title: 'A' },
  status: 201,
  answers: { ETag: strong },
  keep: keepTag('first'),
}

/** Conditional requests on single posts (RFC 9110 §13): an unchanged post is not sent again, a changed one is not overwritten. */
export const conditions: readonly Scenario[] = [
  {
    section: '§4.1',
    name: 'ETag: the same on POST and GET, a new one after PUT, none on lists and errors',
    steps: [
      created,
      { send: 'GET /posts/1', status: 200, answers: { ETag: '<first>' } },
      { send: 'HEAD /posts/1', status: 200, answers: { ETag: '<first>' } },
      {
        send: 'PUT /posts/1',
        json: { title: 'A' },
        status: 200,
        answers: { ETag: /^(?!<first>)"[\w.:-]+"$/ },
        keep: keepTag('second'),
      },
      {
        send: 'GET /posts/1',
        headers: { 'If-None-Match': '<first>' },
        status: 200,
        answers: { ETag: '<second>' },
      },
      { send: 'GET /posts/', status: 200, answers: { ETag: null } },
      { send: 'GET /posts/2', status: 404, answers: { ETag: null } },
    ],
  },
  {
    section: '§4.1',
    name: 'If-None-Match: a match is a 304 with ETag, grants and no body, however the list is written',
    steps: [
      created,
      ...['<first>', 'W/<first>', '"other", <first>', '*'].map((list) => ({
        send: 'GET /posts/1',
        headers: { ...own, 'If-None-Match': list },
        status: 304,
        text: '',
        answers: {
          ETag: '<first>',
          'Content-Type': null,
          'Access-Control-Allow-Origin': own.Origin,
          'Access-Control-Expose-Headers': /ETag/,
          Vary: /Origin/i,
        },
      })),
      { send: 'HEAD /posts/1', headers: { 'If-None-Match': '<first>' }, status: 304, text: '' },
      { send: 'GET /posts/1', headers: { 'If-None-Match': '"other"' }, status: 200, gives: stored },
      { send: 'GET /posts/2', headers: { 'If-None-Match': '*' }, status: 404 },
    ],
  },
  {
    section: '§4.1',
    name: 'If-Match: two editors cannot overwrite each other unknowingly',
    steps: [
      created,
      {
        send: 'PUT /posts/1',
        headers: { 'If-Match': '<first>' },
        json: { title: 'Hers' },
        status: 200,
        keep: keepTag('hers'),
      },
      {
        send: 'PUT /posts/1',
        headers: { ...own, 'If-Match': '<first>' },
        json: { title: 'His' },
        status: 412,
        answers: { 'Access-Control-Allow-Origin': own.Origin },
        gives: conflict,
      },
      { send: 'DELETE /posts/1', headers: { 'If-Match': '<first>' }, status: 412, gives: conflict },
      { send: 'GET /posts/1', headers: { 'If-Match': '<first>' }, status: 412, gives: conflict },
      { send: 'GET /posts/1', status: 200, answers: { ETag: '<hers>' }, gives: { ...stored, title: 'Hers' } },
      { send: 'PUT /posts/1', headers: { 'If-Match': 'W/<hers>' }, json: { title: 'His' }, status: 412 },
      { send: 'PUT /posts/1', headers: { 'If-Match': 'hers' }, json: { title: 'His' }, status: 412 },
      { send: 'PUT /posts/1', headers: { 'If-None-Match': '*' }, json: { title: 'His' }, status: 412 },
      {
        send: 'PUT /posts/1',
        headers: { 'If-Match': '<first>, <hers>' },
        json: { title: 'His' },
        status: 200,
        keep: keepTag('his'),
      },
      { send: 'PUT /posts/1', headers: { 'If-Match': '*' }, json: { title: 'Whoever’s' }, status: 200 },
      { send: 'PUT /posts/1', json: { title: 'Anybody’s' }, status: 200, keep: keepTag('last') },
      { send: 'DELETE /posts/1', headers: { 'If-Match': '<last>' }, status: 204 },
    ],
  },
  {
    section: '§4.1',
    name: 'If-Match does not hide other errors: 404 for a post that does not exist, 422 for an invalid one',
    steps: [
      { send: 'PUT /posts/1', headers: { 'If-Match': '*' }, json: { title: 'A' }, status: 404 },
      { send: 'DELETE /posts/1', headers: { 'If-Match': '"a"' }, status: 404 },
      created,
      { send: 'PUT /posts/1', headers: { 'If-Match': '"a"' }, json: {}, status: 422 },
    ],
  },
  {
    section: '§4.1',
    name: 'If-Match required: a change without it is a 428, and other errors come first',
    environment: { POST_IF_MATCH: 'required' },
    steps: [
      { send: 'PUT /posts/1', json: { title: 'A' }, status: 404 },
      created,
      {
        send: 'PUT /posts/1',
        headers: own,
        json: { title: 'His' },
        status: 428,
        answers: { 'Access-Control-Allow-Origin': own.Origin },
        gives: unconditional,
      },
      { send: 'PUT /posts/1', json: {}, status: 422 },
      { send: 'DELETE /posts/1', status: 428, gives: unconditional },
      { send: 'DELETE /posts/1', headers: { 'If-None-Match': '"other"' }, status: 428 },
      { send: 'GET /posts/1', status: 200, answers: { ETag: '<first>' }, gives: stored },
      { send: 'PUT /posts/1', headers: { 'If-Match': '"other"' }, json: { title: 'His' }, status: 412 },
      { send: 'PUT /posts/1', headers: { 'If-Match': '<first>' }, json: { title: 'Hers' }, status: 200 },
      { send: 'DELETE /posts/1', headers: { 'If-Match': '*' }, status: 204 },
      { send: 'GET /openapi.json', status: 200, text: /"428":/ },
    ],
  },
  {
    section: '§4.4',
    name: 'a page of an allowed origin may send If-Match and If-None-Match',
    steps: [
      {
        send: 'OPTIONS /posts/1',
        headers: {
          ...own,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'content-type,if-match,if-none-match',
        },
        status: 200,
        answers: { 'Access-Control-Allow-Headers': /if-match.*if-none-match/i },
      },
    ],
  },
  {
    section: '§4.1',
    name: 'the document describes ETag, If-Match, If-None-Match, 304 and 412, and 428 only where it can occur',
    steps: [
      '"ETag":',
      '"name":"if-match","in":"header"',
      '"name":"if-none-match"',
      '"304":',
      '"412":',
      '^(?!.*"428":)',
    ].map((part) => ({
      send: 'GET /openapi.json',
      status: 200,
      text: new RegExp(part, 's'),
    })),
  },
]
