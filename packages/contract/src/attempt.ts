/** Takes what was thrown. */
export interface Failing {
  /** Never throws: nobody may be waiting. */
  fail(error: unknown): void
}

/**
 * Runs `run` and hands its value to `done`, at once unless it is a promise; whatever throws, here or there,
 * goes to `failing`. Nothing is awaited where there is nothing to wait for.
 */
export function attempt<Value>(
  run: () => Value | PromiseLike<Value>,
  done: (value: Value) => void,
  failing: Failing,
): void {
  try {
    const value = run()
    // A promise is resolved to itself; what only looks like one may throw, settle twice or with another one.
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

/** For `done`, where nobody waits for the value. */
export function ignore(): void {}

/** Whether a value is still to come. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return value !== null && typeof value === 'object' && 'then' in value && typeof value.then === 'function'
}
