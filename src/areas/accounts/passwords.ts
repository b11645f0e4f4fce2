import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { withinRequest } from '../../kernel/deadline.ts'
import { HttpProblem } from '../../slice/problem.ts'

/** Longest password that is hashed, in bytes (T14). */
const MAX_BYTES = 1_024
/** Hashes of one priority that wait for a core. At about 40 a second per core, the last one waits a few seconds. */
const MAX_WAITING = 512
/**
 * Milliseconds that a request must have left for a hash to start, and for its result to be used. A late request is refused before it has
 * an effect: an account must not exist after a 503 (docs/rules.md R430).
 */
const [START_LEFT_MS, USE_LEFT_MS] = [800, 400]

/** The highest number is hashed first: sign-ins from trusted devices, other sign-ins, everything else (T75). */
const PRIORITIES = { trusted: 2, 'sign-in': 1, registration: 0 } as const

/** How a hash waits for a core. The caller limits how many of one client wait (`ClientQueues`). */
export interface Queued {
  readonly priority: keyof typeof PRIORITIES
}

/** The server's own hashes (the first administrator, simulated users) and new passwords. */
const LAST: Queued = { priority: 'registration' }
/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Argon2id, at most one hash per core at once (T14). All methods throw a 503 problem when too many wait. */
export function createPasswords(
  options: {
    cores?: number
    maxWaiting?: number
    /** Overrides the cost in tests. */
    cost?: { memoryCost: number; timeCost: number }
  } = {},
) {
  const { maxWaiting = MAX_WAITING } = options
  const queue = new PQueue({ concurrency: options.cores ?? availableParallelism() })
  const argon2id = { ...ARGON2ID, ...options.cost }
  const { memoryCost, timeCost, parallelism } = argon2id
  /** Well formed and of the same cost, with a salt and a hash of zeros. */
  const dummy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

  const tooMany = () =>
    new HttpProblem(503, 'Too many players are signing in right now. Try again in a moment.', { retryAfterSeconds: 2 })

  const refuseIfLate = (neededMs: number): void => {
    if (withinRequest(neededMs) < neededMs) throw tooMany()
  }

  async function enqueue<T>({ priority: name }: Queued, run: () => Promise<T>): Promise<T> {
    const priority = PRIORITIES[name]
    // Each priority has its own limit, so that a flood of one leaves capacity for the others.
    if (queue.sizeBy({ priority }) >= maxWaiting) throw tooMany()
    const start = async () => {
      refuseIfLate(START_LEFT_MS)
      const made = await run()
      refuseIfLate(USE_LEFT_MS)
      return made
    }
    return queue.add(start, { priority })
  }

  return {
    hash: (password: string, queued: Queued = LAST): Promise<string> =>
      enqueue(queued, () => hash(normalised(password), argon2id)),
    /** `hashed` null (no such user) takes the same time and returns false (T12). */
    verify: (hashed: string | null, password: string, queued: Queued): Promise<boolean> =>
      enqueue(queued, async () => {
        const matches = await verify(hashed ?? dummy, normalised(password))
        return matches && hashed !== null
      }),
  }
}

export type Passwords = ReturnType<typeof createPasswords>

/** True if a password is too long to be hashed. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES
}

/** Keyboards compose accents differently; normalising makes these passwords equal. */
function normalised(password: string): string {
  if (isTooLong(password)) throw new HttpProblem(400, 'Password is too long')
  return password.normalize('NFC')
}
