/** The most milliseconds that a timer waits, some 25 days. A timer treats more as 1 millisecond. */
export const LONGEST_TIMEOUT = 2 ** 31 - 1
