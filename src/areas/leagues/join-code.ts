import { randomInt } from 'node:crypto'
import { JOIN_CODE_LENGTH } from '../../contracts/rules.ts'

/** Letters and digits without look-alikes (I, O, 0, 1): 32, so that eight of them are 40 random bits (docs/threats.md T37). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A join code that nobody can guess. */
export const newJoinCode = (): string =>
  Array.from({ length: JOIN_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as it was typed, in the form it is stored: matched without case, spaces and hyphens. */
export const typedJoinCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
