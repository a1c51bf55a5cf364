import type { NewPost, PostRecord, PostStore, PostSummary } from '../../../service/src/posts/store.ts'
import type { Storage } from '../../../service/src/storage/storage.ts'

/**
 * Creates a storage that stores nothing: 200 posts made at start serve reads; what is written is returned and
 * forgotten. It has no users, sessions or keys.
 */
export function createMemoryStorage(): Storage {
  const absent = async () => undefined
  const refuse = async () => {
    throw new Error('This storage is for measuring posts alone')
  }
  return {
    posts: createPosts(),
    users: {
      create: refuse,
      get: absent,
      byUsername: absent,
      updatePassword: async () => false,
      replacePassword: async () => false,
      list: async () => [],
    },
    sessions: {
      create: absent,
      get: absent,
      extend: async () => false,
      list: async () => [],
      delete: async () => false,
      deleteStarting: async () => false,
      deleteAll: async () => 0,
    },
    describe: () => 'nothing, kept in memory',
    check: async () => undefined,
    close: async () => undefined,
  }
}

function createPosts(): PostStore {
  const posts = new Map(
    Array.from({ length: 200 }, (_, index) => [index + 1, recordOf(index + 1, givenPost(index + 1))]),
  )
  const newest: readonly PostSummary[] = [...posts.values()]
    .reverse()
    .map(({ id, title, author_id, created_at }) => ({ id, title, author_id, created_at }))
  let last = posts.size
  return {
    create: (async (post: NewPost) => recordOf(++last, post)) as PostStore['create'],
    get: async (id) => posts.get(id),
    replace: async (id, { title, content }) => {
      const post = posts.get(id)
      if (post === undefined) return 'missing'
      return { ...post, title, content, updated_at: new Date().toISOString(), version: post.version + 1 }
    },
    delete: async (id) => (posts.has(id) ? 'deleted' : 'missing'),
    list: async ({ limit }) => ({ posts: newest.slice(0, limit), total: newest.length }),
  }
}

function givenPost(number: number): NewPost {
  const content = 'A few words that stand for what somebody wrote.'
  return { title: `Post number ${number}`, content, tags: [], priority: null, author_id: null }
}

function recordOf(id: number, { title, content, tags, priority, author_id }: NewPost): PostRecord {
  const now = new Date().toISOString()
  const times = { created_at: now, updated_at: now }
  return { id, title, content, tags, priority, author_id, ...times, version: 1 }
}
