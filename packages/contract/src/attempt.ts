/**
 * Runs `run` and hands its value to `done`, at once unless it is a promise; whatever throws, here or there,
 * goes to `failed`. Nothing is awaited where there is nothing to wait for.
 */
export function attempt<Value>(
  run: () => Value | PromiseLike<Value>,
  done: (value: Value) => void,
  failed: (error: unknown) => void,
): void {
  try {
    const value = run()
    if (isThenable(value)) value.then(done).then(undefined, failed)
    else done(value)
  } catch (error) {
    failed(error)
  }
}

function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return value !== null && typeof value === 'object' && 'then' in value && typeof value.then === 'function'
}
