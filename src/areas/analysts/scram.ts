import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** PostgreSQL's default. */
const ITERATIONS = 4_096
const HASH = 'sha256'

/**
 * The SCRAM-SHA-256 verifier of a password in ASCII, which PostgreSQL stores instead of it: logs and statistics of a server may contain
 * statements (docs/threats.md T117).
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, HASH)
  const keyOf = (name: string): Buffer => createHmac(HASH, salted).update(name).digest()
  const stored = createHash(HASH).update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
