// table: scenarios, one after another
import { type Scenario, timestamp } from '../scenario.ts'

const form = 'application/x-www-form-urlencoded'
const dictionary = {
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
}
const noTitle = { type: 'missing', loc: ['body', 'title'], msg: 'Field required' }
const noBody = { type: 'missing', loc: ['body'], msg: 'Field required', input: null }

/** Section 4.2: which bodies POST `/posts/` accepts in each of its variants. */
export const bodyBinding: readonly Scenario[] = [
  {
    section: '§4.2.1',
    name: 'raw: JSON, a form, bytes or an empty body is measured and not parsed',
    environment: { POST_BINDING: 'raw' },
    steps: [
      { send: 'POST /posts/', json: { title: '' }, status: 200, gives: { raw_body_length: 12 } },
      { send: 'POST /posts/', form: { title: 'é' }, status: 200, gives: { raw_body_length: 12 } },
      {
        send: 'POST /posts/',
        headers: { 'Content-Type': 'application/json' },
        body: '{"title": nonsense',
        status: 200,
        gives: { raw_body_length: 18 },
      },
      { send: 'POST /posts/', body: 'é🙂', status: 200, gives: { raw_body_length: 6 } },
      {
        send: 'POST /posts/',
        body: new Uint8Array([0xff, 0xfe, 0x00]),
        chunked: true,
        status: 200,
        gives: { raw_body_length: 3 },
      },
      { send: 'POST /posts/', status: 200, gives: { raw_body_length: 0 } },
    ],
  },
  {
    section: '§4.2.2',
    name: 'the JSON variant refuses a form body and shows its raw text as input',
    environment: { POST_BINDING: 'json' },
    steps: [
      {
        send: 'POST /posts/',
        form: { title: 'A', content: 'b c' },
        status: 422,
        gives: { detail: [{ ...dictionary, input: 'title=A&content=b+c' }] },
      },
    ],
  },
  {
    section: '§4.2.2',
    name: 'a JSON body with another content type, or with none, is not read as JSON',
    steps: [
      {
        send: 'POST /posts/',
        headers: { 'Content-Type': 'text/plain' },
        body: '{"title":"A"}',
        status: 422,
        gives: { detail: [{ ...dictionary, input: '{"title":"A"}' }] },
      },
      {
        send: 'POST /posts/',
        body: '{"title":"A"}',
        status: 422,
        gives: { detail: [{ ...dictionary, input: '{"title":"A"}' }] },
      },
      {
        send: 'POST /posts/',
        headers: { 'Content-Type': 'application/vnd.api+json; charset=utf-8' },
        body: '{"title":"A"}',
        status: 201,
      },
    ],
  },
  {
    section: '§4.2.2',
    name: 'JSON that is not an object is refused; a null or absent body is reported as missing',
    steps: [
      ...[[], 5, 'abc', true].map((input) => ({
        send: 'POST /posts/',
        json: input,
        status: 422,
        gives: { detail: [{ ...dictionary, input }] },
      })),
      {
        send: 'POST /posts/',
        json: null,
        status: 422,
        gives: { detail: [noBody] },
      },
      {
        send: 'POST /posts/',
        status: 422,
        gives: { detail: [noBody] },
      },
    ],
  },
  {
    section: '§4.2.2',
    name: 'the handler is not called for a refused body: nothing is stored',
    steps: [
      { send: 'POST /posts/', form: { title: 'A' }, status: 422 },
      { send: 'POST /posts/', json: { title: '' }, status: 422 },
      { send: 'GET /posts/', status: 200, gives: { posts: [] } },
    ],
  },
  {
    section: '§4.2.3',
    name: 'form: a JSON body has no form fields, so the title is missing and the content has its default',
    environment: { POST_BINDING: 'form' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A', content: 'b' },
        status: 422,
        gives: { detail: [{ ...noTitle, input: { content: '' } }] },
      },
    ],
  },
  {
    section: '§4.2.3',
    name: 'form: url-encoded fields are converted and validated',
    environment: { POST_BINDING: 'form' },
    steps: [
      {
        send: 'POST /posts/',
        form: { title: ' Grüße & mehr ', content: 'ten characters' },
        status: 200,
        gives: { title: 'Grüße & mehr', content: 'ten characters' },
      },
      {
        send: 'POST /posts/',
        headers: { 'Content-Type': form },
        body: 'title=A&title=B&content=',
        status: 200,
        gives: { title: 'B', content: '' },
      },
      {
        send: 'POST /posts/',
        form: { title: 'spam', content: 'x' },
        status: 422,
        gives: {
          detail: [
            {
              type: 'value_error',
              loc: ['body', 'title'],
              msg: 'Value error, Title contains inappropriate content',
              input: 'spam',
              ctx: { error: {} },
            },
            {
              type: 'value_error',
              loc: ['body', 'content'],
              msg: 'Value error, Content must be at least 10 characters',
              input: 'x',
              ctx: { error: {} },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§4.2.3',
    name: 'form: a multipart body is not read as a url-encoded form',
    environment: { POST_BINDING: 'form' },
    steps: [
      {
        send: 'POST /posts/',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n--b--\r\n',
        status: 422,
        gives: { detail: [{ ...noTitle, input: { content: '' } }] },
      },
    ],
  },
  {
    section: '§4.2.4',
    name: 'omitted content is empty in the JSON variant',
    environment: { POST_BINDING: 'json' },
    steps: [{ send: 'POST /posts/', json: { title: 'A' }, status: 200, gives: { title: 'A', content: '' } }],
  },
  {
    section: '§4.2.4',
    name: 'omitted content is empty in the form variant',
    environment: { POST_BINDING: 'form' },
    steps: [{ send: 'POST /posts/', form: { title: 'A' }, status: 200, gives: { title: 'A', content: '' } }],
  },
  {
    section: '§4.2.4',
    name: 'omitted content is stored empty, and a replacement without content empties it',
    steps: [
      { send: 'POST /posts/', json: { title: 'A', content: 'ten characters' }, status: 201 },
      {
        send: 'PUT /posts/1',
        json: { title: 'A' },
        status: 200,
        gives: { id: 1, title: 'A', content: '', created_at: timestamp, updated_at: timestamp },
      },
    ],
  },
  {
    section: '§4.2.5',
    name: 'an omitted title is reported as missing, for a new post and for a replacement',
    steps: [
      {
        send: 'POST /posts/',
        json: {},
        status: 422,
        gives: { detail: [{ ...noTitle, input: {} }] },
      },
      {
        send: 'PUT /posts/1',
        json: { content: 'ten characters' },
        status: 422,
        gives: { detail: [{ ...noTitle, input: { content: 'ten characters' } }] },
      },
    ],
  },
  {
    section: '§4.2.5',
    name: 'an omitted title is reported as missing in the form variant, with the fields found as input',
    environment: { POST_BINDING: 'form' },
    steps: [
      {
        send: 'POST /posts/',
        form: { content: 'ten characters' },
        status: 422,
        gives: { detail: [{ ...noTitle, input: { content: 'ten characters' } }] },
      },
      {
        send: 'POST /posts/',
        status: 422,
        gives: { detail: [{ ...noTitle, input: { content: '' } }] },
      },
    ],
  },
]
