import type { Settings } from '../settings.ts'

/** Returns a line for each variable that looks like one of the service's but is not read. */
export function unreadLines({ unread }: Settings): readonly string[] {
  return unread.map((name) => `warning: ${name} is set, but nothing reads a variable of this name`)
}
