import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import { idsIn } from '../database/forgetting.ts'
import { windowsOf } from '../database/quotas.ts'
import { withTimeout } from '../kernel/deadline.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { idempotencyKeys } from '../kernel/quota.ts'
import { HttpProblem } from '../slice/problem.ts'
import { tooMany } from './quota-use.ts'

/** A remembered answer. */
export interface FirstAnswer {
  readonly status: number
  readonly body: unknown
}

/** A write under a key, as its user sent it. */
export interface KeyedWrite {
  readonly userId: number
  readonly key: string
  /** Method and path: the same key for something else is another key. */
  readonly target: string
  /** ISO 8601. */
  readonly at: string
}

type KeyRow = Readonly<Pick<AppTables['app.idempotency_keys'], 'id' | 'node' | 'status' | 'body'>>

type Claim = { readonly kind: 'run'; readonly id: string } | { readonly kind: 'replay'; readonly answer: FirstAnswer }

/**
 * How long another node may work on the same key before its claim counts as left behind. It leaves the request that takes it over
 * time to run: one that was not dead but slow has run the same, and one effect comes of both.
 */
const TAKE_OVER_MS = 1_500
const POLL_MS = 50
/** Characters of a key, of its own: what is written does not count. */
export const MOST_KEY_CHARACTERS = 200

/**
 * `Idempotency-Key` (docs/rules.md R57): the same key by the same user within 24 hours gets the first answer and has
 * one effect. The answer is remembered here; the single effect after a crash comes from the id of the key's row, which is the
 * base of event ids and reserved integer ids (docs/decisions/0018).
 */
export function createIdempotency({ pool }: Pick<Database, 'pool'>) {
  const node = randomUUID()
  const running = new Map<string, Promise<void>>()

  async function claim(userId: number, name: string, at: string): Promise<Claim> {
    const deadline = Date.now() + TAKE_OVER_MS
    for (;;) {
      const { id, status, body, ...row } = await rowOf(userId, name, at)
      if (status !== null) return { kind: 'replay', answer: { status, body } }
      if (row.node === node) return { kind: 'run', id }
      if (Date.now() > deadline) {
        // The other node died over it: what it stored has the same ids, so running again has one effect.
        await pool.query('update app.idempotency_keys set node = $2 where id = $1 and status is null', [id, node])
        return { kind: 'run', id }
      }
      await sleep(POLL_MS)
    }
  }

  /** The row of a key, made where there is none and a player has keys left; taken by this node where nobody works on it. */
  async function rowOf(userId: number, name: string, at: string): Promise<KeyRow> {
    const { rows } = await pool.query<KeyRow & { wait: number }>(
      'select * from app.claim_idempotency_key($1, $2, $3, $4, $5, $6, $7)',
      [userId, name, node, at, idempotencyKeys.name, ...windowsOf(idempotencyKeys)],
    )
    const { wait, ...row } = rows[0]!
    if (wait > 0) throw tooMany(idempotencyKeys, wait)
    return row
  }

  /** Keeps the answer, unless it names somebody who is being erased; where another node that also ran was first, gives that one's. */
  async function keep(userId: number, id: string, answer: FirstAnswer): Promise<FirstAnswer> {
    const body = JSON.stringify(answer.body ?? null)
    const { rows } = await pool.query<FirstAnswer>('select * from app.keep_answer($1, $2, $3, $4)', [
      ...[id, answer.status, body],
      [userId, ...idsIn(body)],
    ])
    return rows[0] ?? answer
  }

  /** Lets any node try at once. The key keeps its id: what was tried may have been stored all the same. */
  async function release(id: string): Promise<void> {
    await pool
      .query('update app.idempotency_keys set node = null where id = $1 and node = $2 and status is null', [id, node])
      // Without it the next try waits as for a node that died.
      .catch(() => undefined)
  }

  return {
    /**
     * Runs once per user, key and target; repeats get the first answer. What `run` throws (429, 5xx, faults) is not remembered.
     * `idBase` is the same for every run of a key.
     */
    async once(
      { userId, key, target, at }: KeyedWrite,
      run: (idBase: string) => Promise<FirstAnswer>,
    ): Promise<FirstAnswer> {
      if (key.length < 1 || key.length > MOST_KEY_CHARACTERS)
        throw new HttpProblem(400, `The Idempotency-Key must have 1 to ${MOST_KEY_CHARACTERS} characters`)
      // A path may be longer than an index takes.
      const name = createHash('sha256').update(`${target} ${key}`).digest('base64url')
      const turnOf = `${userId} ${name}`
      const before = running.get(turnOf)
      const turn = Promise.withResolvers<void>()
      running.set(turnOf, turn.promise)
      try {
        // It is of the time that the request has for its store.
        const claiming = Promise.resolve(before).then(() => claim(userId, name, at))
        const claimed = await withTimeout(claiming, Number.POSITIVE_INFINITY, notYet)
        if (claimed.kind === 'replay') return claimed.answer
        const { id } = claimed
        const answer = await run(`request:${id}`).catch(async (error) => {
          await release(id)
          throw error
        })
        return await keep(userId, id, answer)
      } finally {
        if (running.get(turnOf) === turn.promise) running.delete(turnOf)
        turn.resolve()
      }
    },
    /** Forgets keys older than 24 hours, and the ids that were reserved under them. */
    async sweep(at: string): Promise<void> {
      for (const [table, since] of [
        ['idempotency_keys', 'created_at'],
        ['reserved_ids', 'reserved_at'],
      ])
        await pool.query(`delete from app.${table} where ${since} < $1::timestamptz - interval '24 hours'`, [at])
    },
  }
}

const notYet = () => new EventLogUnavailable('another request is at work on the same key')

export type Idempotency = ReturnType<typeof createIdempotency>
