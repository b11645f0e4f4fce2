import { randomInt } from 'node:crypto'
import { JOIN_CODE_LENGTH } from '../../contracts/rules.ts'

/** 32 letters and digits without look-alikes (I, O, 0, 1): eight of them are 40 random bits (docs/threats.md T37). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random join code. `below`: returns a whole number from 0 to below its argument. */
export const newJoinCode = (below: (bound: number) => number = randomInt): string =>
  Array.from({ length: JOIN_CODE_LENGTH }, () => ALPHABET[below(ALPHABET.length)]).join('')

/** Normalises a typed code to its stored form: case, spaces and hyphens do not matter. */
export const typedJoinCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
