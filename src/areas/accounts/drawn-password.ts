import { randomBytes } from 'node:crypto'

/** A random password that is shown once: 96 bits, 16 characters. */
export const drawPassword = (): string => randomBytes(12).toString('base64url')
