import type { PostFields, PostRecord, Store } from './store.ts'

/** The hand-written application: body text in, response text out, with no checks in between. */
export interface BareAnswers {
  create(text: string): string
  createFromForm(text: string): string
  accept(text: string): string
  read(id: number): string | undefined
  list(): string
  replace(id: number, text: string): string | undefined
}

/** Creates the responses of the bare servers of both runtimes; `create`, `accept` and `replace` throw for invalid JSON. */
export function createAnswers(store: Store): BareAnswers {
  return {
    create: (text) => JSON.stringify(shown(store.create(trimmed(JSON.parse(text))))),
    createFromForm: (text) => {
      const form = new URLSearchParams(text)
      const fields = { title: form.get('title') ?? '', content: form.get('content') ?? '' }
      return JSON.stringify(shown(store.create(trimmed(fields))))
    },
    accept: (text) => {
      const { posts }: { posts: PostFields[] } = JSON.parse(text)
      return JSON.stringify({ accepted: posts.map(trimmed).length })
    },
    read: (id) => found(store.read(id)),
    list: () => JSON.stringify(store.list().map(shown)),
    replace: (id, text) => found(store.replace(id, trimmed(JSON.parse(text)))),
  }
}

function trimmed({ title, content = '' }: PostFields): PostFields {
  return { title: title.trim(), content: content.trim() }
}

function found(post: PostRecord | undefined): string | undefined {
  return post && JSON.stringify(shown(post))
}

function shown({ id, title, content, created_at, updated_at }: PostRecord) {
  return { id, title, content, created_at, updated_at }
}
