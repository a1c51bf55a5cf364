import type { PostFields, PostRecord, Store } from './store.ts'

/** The application by hand: body text in, answer text out, and nothing looked at on the way. */
export interface BareAnswers {
  create(text: string): string
  createFromForm(text: string): string
  accept(text: string): string
  read(id: number): string | undefined
  list(): string
  replace(id: number, text: string): string | undefined
}

/** What the bare servers of both runtimes answer; `create`, `accept` and `replace` throw where the text is no JSON. */
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
