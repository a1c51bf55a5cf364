/** Whether an issue says that an integer is beyond ±(2^53−1), where this project differs (README section 4). */
export function reportsUnsafeInteger({ type }: { readonly type: string }): boolean {
  return type === 'int_parsing_size' || type === 'number_unsafe'
}
