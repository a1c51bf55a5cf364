import { after, reject, type Step } from '@postern/model'
import { strip } from '../../service/src/posts/strip.ts'

/** The validators of specification §2.4 for a title: trimmed, not blank, no prohibited word. */
export const titleSteps: readonly Step<string>[] = [
  after((title: string) => strip(title) || reject('Title cannot be blank')),
  after((title: string) =>
    /\b(?:spam|scam)\b/i.test(title) ? reject('Title contains inappropriate content') : title,
  ),
]

/** The validators of specification §2.4 for content: trimmed, empty or at least 10 characters. */
export const contentSteps: readonly Step<string>[] = [
  after((content: string) => {
    const kept = strip(content)
    const isShort = kept !== '' && [...kept].length < 10
    return isShort ? reject('Content must be at least 10 characters') : kept
  }),
]
