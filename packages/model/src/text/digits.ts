const ZERO = 48

/** Returns the value of the digit at `index` of `text`, or -1 if there is none. */
export function digitAt(text: string, index: number): number {
  const digit = text.charCodeAt(index) - ZERO
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** Returns the value of the two digits at `index` of `text`, or -1 if one is missing. */
export function twoDigitsAt(text: string, index: number): number {
  const tens = text.charCodeAt(index) - ZERO
  const ones = text.charCodeAt(index + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** Returns the value of the four digits at `index` of `text`, or -1 if one is missing. */
export function fourDigitsAt(text: string, index: number): number {
  const high = twoDigitsAt(text, index)
  const low = twoDigitsAt(text, index + 2)
  return high < 0 || low < 0 ? -1 : high * 100 + low
}

/** Returns the index after the run of digits that starts at `index` of `text`. */
export function digitsEnd(text: string, index: number): number {
  let end = index
  while (digitAt(text, end) >= 0) end++
  return end
}
