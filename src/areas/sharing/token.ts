import { randomBytes } from 'node:crypto'

/** Returns the random part of a share's address: 128 bits in base64url (docs/threats.md T46). */
export const newShareToken = (): string => randomBytes(16).toString('base64url')
