/** The most milliseconds that a timer waits, some 25 days; of more it makes 1. */
export const LONGEST_TIMEOUT = 2 ** 31 - 1
