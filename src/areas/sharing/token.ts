import { randomBytes } from 'node:crypto'

/** The random part of a share's address: 128 bits that nobody guesses (docs/threats.md T46). */
export const newShareToken = (): string => randomBytes(16).toString('base64url')
