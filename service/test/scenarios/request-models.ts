// table: scenarios, one after another
import { type Scenario, timestamp } from '../scenario.ts'

const blank = { type: 'value_error', msg: 'Value error, Title cannot be blank', ctx: { error: {} } }
const prohibited = {
  type: 'value_error',
  msg: 'Value error, Title contains inappropriate content',
  ctx: { error: {} },
}
const tooBrief = {
  type: 'value_error',
  msg: 'Value error, Content must be at least 10 characters',
  ctx: { error: {} },
}
const title = { loc: ['body', 'title'] }
const content = { loc: ['body', 'content'] }
const noCharacter = {
  type: 'string_too_short',
  ...title,
  msg: 'String should have at least 1 character',
  input: '',
  ctx: { min_length: 1 },
}

/** Sections 2.1 to 2.4: the request models of a post, each under the setting that selects it. */
export const requestModels: readonly Scenario[] = [
  {
    section: '§2.1',
    name: 'PostCreate: title is required, and content defaults to an empty string',
    environment: { POST_RULES: 'basic', POST_BINDING: 'json' },
    steps: [
      { send: 'POST /posts/', json: { title: 'A' }, status: 200, gives: { title: 'A', content: '' } },
      { send: 'POST /posts/', json: { title: '' }, status: 200, gives: { title: '', content: '' } },
      {
        send: 'POST /posts/',
        json: { title: ' A ', content: ' b ' },
        status: 200,
        gives: { title: ' A ', content: ' b ' },
      },
      {
        send: 'POST /posts/',
        json: { title: 'x'.repeat(500) },
        status: 200,
        gives: { title: 'x'.repeat(500), content: '' },
      },
      {
        send: 'POST /posts/',
        json: { content: 'b' },
        status: 422,
        gives: { detail: [{ type: 'missing', ...title, msg: 'Field required', input: { content: 'b' } }] },
      },
    ],
  },
  {
    section: '§2.1',
    name: 'PostCreate accepts only strings: a number, list or null is not converted',
    environment: { POST_RULES: 'basic', POST_BINDING: 'json' },
    steps: [5, true, null, ['a'], { a: 'b' }].map((input) => ({
      send: 'POST /posts/',
      json: { title: input, content: input },
      status: 422,
      gives: {
        detail: [
          { type: 'string_type', ...title, msg: 'Input should be a valid string', input },
          { type: 'string_type', ...content, msg: 'Input should be a valid string', input },
        ],
      },
    })),
  },
  {
    section: '§2.1',
    name: 'PostCreate, stricter: a title has 1 to 200 characters',
    environment: { POST_RULES: 'strict', POST_BINDING: 'json' },
    steps: [
      { send: 'POST /posts/', json: { title: 'x' }, status: 200, gives: { title: 'x', content: '' } },
      { send: 'POST /posts/', json: { title: ' ' }, status: 200, gives: { title: ' ', content: '' } },
      {
        send: 'POST /posts/',
        json: { title: 'A', content: ' b ' },
        status: 200,
        gives: { title: 'A', content: ' b ' },
      },
      {
        send: 'POST /posts/',
        json: { title: '' },
        status: 422,
        gives: { detail: [noCharacter] },
      },
      { send: 'POST /posts/', json: { title: 'x'.repeat(200) }, status: 200 },
      {
        send: 'POST /posts/',
        json: { title: 'x'.repeat(201) },
        status: 422,
        gives: {
          detail: [
            {
              type: 'string_too_long',
              ...title,
              msg: 'String should have at most 200 characters',
              input: 'x'.repeat(201),
              ctx: { max_length: 200 },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§2.1',
    name: 'PostCreate, stricter: characters are code points, so 200 emoji fit',
    environment: { POST_RULES: 'strict', POST_BINDING: 'json' },
    steps: [
      { send: 'POST /posts/', json: { title: '🙂'.repeat(200) }, status: 200 },
      { send: 'POST /posts/', json: { title: '🙂'.repeat(201) }, status: 422 },
    ],
  },
  {
    section: '§2.3',
    name: 'the field-rule example: title has 1 to 200 characters, tags default to none, priority is required and 1 to 5',
    environment: { POST_RULES: 'example', POST_BINDING: 'json' },
    steps: [
      { send: 'POST /posts/', json: { title: 'x'.repeat(200), priority: 1 }, status: 200 },
      { send: 'POST /posts/', json: { title: 'x'.repeat(201), priority: 1 }, status: 422 },
      {
        send: 'POST /posts/',
        json: { title: 'A', priority: 1 },
        status: 200,
        gives: { title: 'A', content: '', tags: [], priority: 1 },
      },
      {
        send: 'POST /posts/',
        json: { title: ' A ', content: 'b', tags: ['x', 'y'], priority: '5' },
        status: 200,
        gives: { title: ' A ', content: 'b', tags: ['x', 'y'], priority: 5 },
      },
      {
        send: 'POST /posts/',
        json: { title: '', tags: 'x', priority: 0 },
        status: 422,
        gives: {
          detail: [
            noCharacter,
            { type: 'list_type', loc: ['body', 'tags'], msg: 'Input should be a valid list', input: 'x' },
            {
              type: 'greater_than_equal',
              loc: ['body', 'priority'],
              msg: 'Input should be greater than or equal to 1',
              input: 0,
              ctx: { ge: 1 },
            },
          ],
        },
      },
      {
        send: 'POST /posts/',
        json: { title: 'A', tags: ['x', 7], priority: 6 },
        status: 422,
        gives: {
          detail: [
            {
              type: 'string_type',
              loc: ['body', 'tags', 1],
              msg: 'Input should be a valid string',
              input: 7,
            },
            {
              type: 'less_than_equal',
              loc: ['body', 'priority'],
              msg: 'Input should be less than or equal to 5',
              input: 6,
              ctx: { le: 5 },
            },
          ],
        },
      },
      {
        send: 'POST /posts/',
        json: { title: 'A' },
        status: 422,
        gives: {
          detail: [
            {
              type: 'missing',
              loc: ['body', 'priority'],
              msg: 'Field required',
              input: { title: 'A' },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§2.3',
    name: 'the field-rule example describes its fields in the document, with an example wherever they are sent',
    environment: { POST_RULES: 'example' },
    steps: [
      { send: 'GET /openapi.json', status: 200, text: /"description":"The headline of the post"/ },
      { send: 'GET /openapi.json', status: 200, text: /"description":"The text of the post"/ },
      { send: 'GET /openapi.json', status: 200, text: /"maxItems":10/ },
      { send: 'GET /openapi.json', status: 200, text: /("value":\{"title":"Hello",.*"priority":3\}.*){2}/ },
    ],
  },
  {
    section: '§2.4.1',
    name: 'a title that is empty after trimming is refused as blank',
    environment: { POST_BINDING: 'json' },
    steps: [' ', '\t\n', '\u001f\u0085\u3000'].map((input) => ({
      send: 'POST /posts/',
      json: { title: input },
      status: 422,
      gives: { detail: [{ ...blank, ...title, input }] },
    })),
  },
  {
    section: '§2.4.1',
    name: 'a zero-width no-break space is not white space in Python, so such a title is not blank',
    environment: { POST_BINDING: 'json' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: '\ufeff' },
        status: 200,
        gives: { title: '\ufeff', content: '' },
      },
    ],
  },
  {
    section: '§2.4.2',
    name: 'a prohibited word in the title is refused as a whole word, in any case and Unicode form',
    environment: { POST_BINDING: 'json' },
    steps: [
      ...['spam', 'Buy SPAM now', 'a scam!', 'ｓｐａｍ', 'spam_box'].map((input) => ({
        send: 'POST /posts/',
        json: { title: input },
        status: 422,
        gives: { detail: [{ ...prohibited, ...title, input }] },
      })),
      ...['Scampi', 'spammer', 'antispam'].map((input) => ({
        send: 'POST /posts/',
        json: { title: input },
        status: 200,
      })),
    ],
  },
  {
    section: '§2.4.2',
    name: 'the operator sets the word list',
    environment: { POST_BINDING: 'json', PROHIBITED_WORDS: ' Lottery , e-mail' },
    steps: [
      { send: 'POST /posts/', json: { title: 'LOTTERY' }, status: 422 },
      { send: 'POST /posts/', json: { title: 'An E-Mail' }, status: 422 },
      { send: 'POST /posts/', json: { title: 'spam' }, status: 200 },
    ],
  },
  {
    section: '§2.4.2',
    name: 'an empty word list prohibits nothing',
    environment: { POST_BINDING: 'json', PROHIBITED_WORDS: '' },
    steps: [{ send: 'POST /posts/', json: { title: 'spam scam' }, status: 200 }],
  },
  {
    section: '§2.4.2',
    name: 'the content may contain words that are prohibited in the title',
    environment: { POST_BINDING: 'json' },
    steps: [{ send: 'POST /posts/', json: { title: 'A', content: 'spam and scam' }, status: 200 }],
  },
  {
    section: '§2.4.3',
    name: 'the title is stored trimmed',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: ' \u2003Hello there\u001c\n' },
        status: 201,
        gives: { id: 1, title: 'Hello there', content: '', created_at: timestamp, updated_at: timestamp },
      },
      { send: 'GET /posts/', status: 200, gives: { posts: ['Hello there'] } },
    ],
  },
  {
    section: '§2.4.4',
    name: 'trimmed content of 1 to 9 characters is refused, of 0 or 10 accepted',
    environment: { POST_BINDING: 'json' },
    steps: [
      ...['a', '  123456789  ', '🙂'.repeat(9)].map((input) => ({
        send: 'POST /posts/',
        json: { title: 'A', content: input },
        status: 422,
        gives: { detail: [{ ...tooBrief, ...content, input }] },
      })),
      ...['', ' \n ', '1234567890', '🙂'.repeat(10)].map((input) => ({
        send: 'POST /posts/',
        json: { title: 'A', content: input },
        status: 200,
      })),
    ],
  },
  {
    section: '§2.4.5',
    name: 'the content is stored trimmed',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A', content: '\t Ten characters or more \u001c\u3000' },
        status: 201,
        gives: {
          id: 1,
          title: 'A',
          content: 'Ten characters or more',
          created_at: timestamp,
          updated_at: timestamp,
        },
      },
      {
        send: 'POST /posts/',
        json: { title: 'A', content: '   ' },
        status: 201,
        gives: { id: 2, title: 'A', content: '', created_at: timestamp, updated_at: timestamp },
      },
    ],
  },
  {
    section: '§2.4',
    name: 'both validators report at once, and the stricter length rules come first',
    environment: { POST_BINDING: 'json' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: ' ', content: 'short' },
        status: 422,
        gives: {
          detail: [
            { ...blank, ...title, input: ' ' },
            { ...tooBrief, ...content, input: 'short' },
          ],
        },
      },
      {
        send: 'POST /posts/',
        json: { title: '' },
        status: 422,
        gives: { detail: [noCharacter] },
      },
      { send: 'POST /posts/', json: { title: `${' '.repeat(200)}x` }, status: 422 },
    ],
  },
  {
    section: '§2.4',
    name: 'PUT applies the same rules as POST',
    steps: [
      { send: 'POST /posts/', json: { title: 'A' }, status: 201 },
      {
        send: 'PUT /posts/1',
        json: { title: ' ', content: 'x' },
        status: 422,
        gives: {
          detail: [
            { ...blank, ...title, input: ' ' },
            { ...tooBrief, ...content, input: 'x' },
          ],
        },
      },
      {
        send: 'PUT /posts/1',
        json: { title: ' B ', content: ' Ten characters ' },
        status: 200,
        gives: { id: 1, title: 'B', content: 'Ten characters', created_at: timestamp, updated_at: timestamp },
      },
    ],
  },
]
