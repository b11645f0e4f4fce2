import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { HttpProblem } from '../slice/problem.ts'
import { createHashLine, type Turn } from './hash-line.ts'

/** Longest password that is looked at at all, in bytes (T14). */
const MAX_BYTES = 1_024
/** Hashes of a lane waiting for a core; with about 40 a second and core the last waits a few seconds. */
const MAX_WAITING = 512
/** An answer has to come within 12 s (`mount.ts`): who waits longer than this is told at once, and nothing is begun for them. */
const MAX_WAIT_MS = 10_000
/** The server's own hashes: the first administrator, simulated users. */
const OWN: Turn = { lane: 'registration', client: 'server' }
/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Password hashing, bounded in memory and cores; everybody waits for their turn. All throw a 503 problem when too many wait. */
export interface Passwords {
  hash(password: string, turn?: Turn): Promise<string>
  /** `hashed` null (no such user) costs the same time and is never true (T12). */
  verify(hashed: string | null, password: string, turn: Turn): Promise<boolean>
}

/** Argon2id, at most one hash a core at once (T14). */
export function createPasswords(
  options: {
    cores?: number
    maxWaiting?: number
    /** Milliseconds. */
    now?: () => number
    /** Another cost than the game's; in tests. */
    cost?: { memoryCost: number; timeCost: number }
  } = {},
): Passwords {
  const now = options.now ?? (() => performance.now())
  const line = createHashLine(options.cores ?? availableParallelism(), options.maxWaiting ?? MAX_WAITING)
  const argon2id = { ...ARGON2ID, ...options.cost }
  let dummy: Promise<string> | undefined

  const tooMany = () =>
    new HttpProblem(503, 'Too many people are signing in right now. Please try again.', { retryAfterSeconds: 2 })

  const inTurn = async <T>(turn: Turn, run: () => Promise<T>): Promise<T> => {
    const since = turn.since ?? now()
    const passed = await line.pass(turn, async () => {
      if (now() - since > MAX_WAIT_MS) throw tooMany()
      return run()
    })
    if (!passed) throw tooMany()
    return passed.value
  }

  return {
    hash: (password, turn = OWN) => inTurn(turn, () => hash(prepared(password), argon2id)),
    verify: (hashed, password, turn) =>
      inTurn(turn, async () => {
        dummy ??= hash('nobody has this password', argon2id)
        const matches = await verify(hashed ?? (await dummy), prepared(password))
        return matches && hashed !== null
      }),
  }
}

/** True when a password is too long to be hashed. */
export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES
}

/** Keyboards differ in how they compose accents; the password is the same. */
function prepared(password: string): string {
  if (isTooLong(password)) throw new HttpProblem(400, 'Password is too long')
  return password.normalize('NFC')
}
