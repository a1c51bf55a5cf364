import type { CalendarDay } from './calendar.ts'
import type { ClockTime } from './time-part.ts'

/** Returns `YYYY-MM-DD`. */
export function dayText({ year, month, day }: CalendarDay): string {
  return `${year < 1000 ? String(year).padStart(4, '0') : year}-${twoDigits(month)}-${twoDigits(day)}`
}

/**
 * Returns `HH:MM:SS`, then six digits of microseconds unless they are zero, then `Z` or `±HH:MM` if the offset is
 * known.
 */
export function clockText({ hour, minute, second, microsecond, offsetSeconds }: ClockTime): string {
  const fraction = microsecond === 0 ? '' : `.${String(microsecond).padStart(6, '0')}`
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${fraction}${offsetText(offsetSeconds)}`
}

function offsetText(offsetSeconds: number | null): string {
  if (offsetSeconds === null) return ''
  if (offsetSeconds === 0) return 'Z'
  const minutes = Math.trunc(Math.abs(offsetSeconds) / 60)
  return `${offsetSeconds < 0 ? '-' : '+'}${twoDigits(Math.trunc(minutes / 60))}:${twoDigits(minutes % 60)}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}
