import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import { idsIn } from '../database/erasure.ts'
import { windowsOf } from '../database/quotas.ts'
import { withTimeout } from '../kernel/deadline.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { idempotencyKeys } from '../kernel/quota.ts'
import { HttpProblem, quotaProblem } from '../slice/problem.ts'

/** The stored response of a write. */
export interface FirstAnswer {
  readonly status: number
  readonly body: unknown
}

/** A write under a key, as its user sent it. */
export interface KeyedWrite {
  readonly userId: number
  readonly key: string
  /** Method and path: the same key with another target is another key. */
  readonly target: string
  /** ISO 8601. */
  readonly at: string
}

type KeyRow = Readonly<Pick<AppTables['app.idempotency_keys'], 'id' | 'node' | 'status' | 'body'>>

type Claim = { readonly kind: 'run'; readonly id: string } | { readonly kind: 'replay'; readonly answer: FirstAnswer }

/**
 * Milliseconds after which another node's claim on a key counts as abandoned. It leaves the request that takes over time to run. If the
 * other node was slow and not dead, both run with the same ids, which has one effect.
 */
const TAKE_OVER_MS = 1_500
const POLL_MS = 50
/** Maximum number of characters in a key. */
export const MAX_KEY_CHARACTERS = 200

/**
 * `Idempotency-Key` (docs/rules.md R57): the same key of the same user within 24 hours returns the first response and has one effect. The
 * response is stored here. After a crash the single effect follows from the id of the key's row, from which event ids and reserved
 * integer ids are derived (docs/decisions/0018).
 */
export function createIdempotency({ pool }: Pick<Database, 'pool'>) {
  const node = randomUUID()
  const running = new Map<string, Promise<void>>()

  async function claim(userId: number, name: string, at: string): Promise<Claim> {
    const deadline = performance.now() + TAKE_OVER_MS
    for (;;) {
      const { id, status, body, ...row } = await rowOf(userId, name, at)
      if (status !== null) return { kind: 'replay', answer: { status, body } }
      if (row.node === node) return { kind: 'run', id }
      if (performance.now() > deadline) {
        // The other node has probably died. Its events have the same ids, so running again has one effect.
        await pool.query('update app.idempotency_keys set node = $2 where id = $1 and status is null', [id, node])
        return { kind: 'run', id }
      }
      await sleep(POLL_MS)
    }
  }

  /** Returns the row of a key: creates it if the player has keys left, and claims it if no node is working on it. */
  async function rowOf(userId: number, name: string, at: string): Promise<KeyRow> {
    const { rows } = await pool.query<KeyRow & { wait: number }>(
      'select * from app.claim_idempotency_key($1, $2, $3, $4, $5, $6, $7)',
      [userId, name, node, at, idempotencyKeys.name, ...windowsOf(idempotencyKeys)],
    )
    const { wait, ...row } = rows[0]!
    if (wait > 0) throw quotaProblem(idempotencyKeys, wait)
    return row
  }

  /** Stores the response, unless it refers to a user being erased. If another node was first, returns the response of that one. */
  async function store(userId: number, id: string, answer: FirstAnswer): Promise<FirstAnswer> {
    const body = JSON.stringify(answer.body ?? null)
    const { rows } = await pool.query<FirstAnswer>('select * from app.keep_answer($1, $2, $3, $4)', [
      ...[id, answer.status, body],
      [userId, ...idsIn(body)],
    ])
    return rows[0] ?? answer
  }

  /** Lets any node retry at once. The key keeps its id, because the failed run may have stored events. */
  async function release(id: string): Promise<void> {
    await pool
      .query('update app.idempotency_keys set node = null where id = $1 and node = $2 and status is null', [id, node])
      // If this fails, the next try waits as if the node had died.
      .catch(() => undefined)
  }

  return {
    /**
     * Runs once per user, key and target; repeats return the first response. Errors thrown by `run` (429, 5xx, faults) are not stored.
     * `idBase` is the same for every run of a key.
     */
    async once(
      { userId, key, target, at }: KeyedWrite,
      run: (idBase: string) => Promise<FirstAnswer>,
    ): Promise<FirstAnswer> {
      if (key.length < 1 || key.length > MAX_KEY_CHARACTERS)
        throw new HttpProblem(400, `The Idempotency-Key must have 1 to ${MAX_KEY_CHARACTERS} characters`)
      // Hashed, because a path may be too long for an index.
      const name = createHash('sha256').update(`${target} ${key}`).digest('base64url')
      const queueKey = `${userId} ${name}`
      const before = running.get(queueKey)
      const completed = Promise.withResolvers<void>()
      running.set(queueKey, completed.promise)
      try {
        // The wait counts against the store budget of the request.
        const claiming = Promise.resolve(before).then(() => claim(userId, name, at))
        const claimed = await withTimeout(claiming, Number.POSITIVE_INFINITY, notYet)
        if (claimed.kind === 'replay') return claimed.answer
        const { id } = claimed
        const answer = await run(`request:${id}`).catch(async (error) => {
          await release(id)
          throw error
        })
        return await store(userId, id, answer)
      } finally {
        if (running.get(queueKey) === completed.promise) running.delete(queueKey)
        completed.resolve()
      }
    },
    /** Deletes keys older than 24 hours, and the ids reserved under them. */
    async sweep(at: string): Promise<void> {
      for (const [table, since] of [
        ['idempotency_keys', 'created_at'],
        ['reserved_ids', 'reserved_at'],
      ])
        await pool.query(`delete from app.${table} where ${since} < $1::timestamptz - interval '24 hours'`, [at])
    },
  }
}

const notYet = () => new EventLogUnavailable('another request is using the same key')

export type Idempotency = ReturnType<typeof createIdempotency>
