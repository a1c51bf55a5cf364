/**
 * Returns `holder`, which from now on keeps the others from being garbage-collected. Node and Deno no longer pass an
 * abort on through a Request that was collected (nodejs/undici#4068), and Node cancels the unread body of a Response
 * that was (nodejs/undici#3199), so that it would appear to be empty.
 */
export function keepAlive<Holder extends object>(holder: Holder, ...others: readonly unknown[]): Holder {
  KEPT.set(holder, others)
  return holder
}

/** What each holder keeps. */
const KEPT = new WeakMap<object, readonly unknown[]>()
