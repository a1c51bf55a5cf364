/** How many timers of this process are to come. */
export function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}
