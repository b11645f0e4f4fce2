import { randomBytes } from 'node:crypto'

/** A password for somebody who is told it once: 96 bits, 16 letters. */
export const drawPassword = (): string => randomBytes(12).toString('base64url')
