import { randomInt } from 'node:crypto'

/** Creates a password that can be read aloud: 100 random bits as 20 letters and digits, none of which look alike. */
export function createPassword(random: (below: number) => number = randomInt): string {
  const signs = Array.from({ length: 20 }, () => alphabet[random(alphabet.length)])
  return signs.join('').replace(/.{5}(?=.)/g, '$&-')
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
