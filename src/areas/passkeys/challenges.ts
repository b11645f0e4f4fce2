import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'

/** Lifetime of a challenge in milliseconds (docs/rules.md R391). */
export const CHALLENGE_MS = 5 * 60_000

/** The ceremony of a challenge, with the session or browser that must complete it. */
export interface Ceremony {
  readonly purpose: 'add' | 'sign-in'
  readonly boundTo: string
}

const PATTERN = /^([0-9a-z]{8,9})\.([\w-]{22})\.([0-9a-f]{32})$/

/**
 * Challenges of passkeys: expiry and random number, signed with the key of the store for one ceremony. So requests for
 * one write nothing. Each is used at most once across all nodes, whatever the outcome (docs/threats.md T103).
 */
export function createChallenges({ pool }: Pick<Database, 'pool'>, { hmac }: Pick<PersonalData, 'hmac'>) {
  const signatureOf = ({ purpose, boundTo }: Ceremony, expires: string, random: string): string =>
    hmac('passkey-challenge', `${purpose} ${boundTo} ${expires} ${random}`)

  return {
    create(ceremony: Ceremony, at: string): string {
      const expires = (Date.parse(at) + CHALLENGE_MS).toString(36)
      const random = randomBytes(16).toString('base64url')
      return `${expires}.${random}.${signatureOf(ceremony, expires, random)}`
    },

    /** False unless it is a challenge of this ceremony that has neither expired nor been used. */
    async use(challenge: string, ceremony: Ceremony, at: string): Promise<boolean> {
      const [, expires, random, signature] = PATTERN.exec(challenge) ?? []
      if (expires === undefined || random === undefined || signature === undefined) return false
      if (!isSameSecret(signature, signatureOf(ceremony, expires, random))) return false
      const until = Number.parseInt(expires, 36)
      if (until <= Date.parse(at)) return false
      const { rowCount } = await pool.query(
        'insert into app.passkey_challenges (challenge, expires_at) values ($1, $2) on conflict do nothing',
        [challenge, new Date(until).toISOString()],
      )
      return rowCount === 1
    },

    /** Deletes expired challenges. */
    async sweep(at: string): Promise<void> {
      await pool.query('delete from app.passkey_challenges where expires_at <= $1', [at])
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>
