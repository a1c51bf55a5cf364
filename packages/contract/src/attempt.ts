/** Receives what was thrown. */
export interface Failing {
  /** Never throws, because nobody may be waiting. */
  fail(error: unknown): void
}

/**
 * Runs `run` and passes its value to `done`, immediately unless it is a promise. Whatever `run` or `done` throws, and a
 * rejection, goes to `failing`. Awaits nothing if there is nothing to wait for.
 */
export function attempt<Value>(
  run: () => Value | PromiseLike<Value>,
  done: (value: Value) => void,
  failing: Failing,
): void {
  try {
    const value = run()
    // A promise resolves to itself. An object that only looks like a promise may throw, settle twice, or settle with
    // another one.
    if (isThenable(value))
      Promise.resolve(value).then(
        (later) => attempt(() => later, done, failing),
        (error) => failing.fail(error),
      )
    else done(value)
  } catch (error) {
    failing.fail(error)
  }
}

/** For `done`, if nobody needs the value. */
export function ignore(): void {}

/** Whether a value is a promise or another thenable. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return value !== null && typeof value === 'object' && 'then' in value && typeof value.then === 'function'
}
