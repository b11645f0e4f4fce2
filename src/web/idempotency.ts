import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { HttpProblem } from './problem.ts'

/** A remembered answer. */
export interface FirstAnswer {
  readonly status: number
  readonly body: unknown
}

type Claim = { readonly kind: 'run' } | { readonly kind: 'replay'; readonly answer: FirstAnswer }

/** How long another node may work on the same key before its claim counts as left behind. */
const TAKE_OVER_MS = 3_000
const POLL_MS = 50

/**
 * `Idempotency-Key` (decisions.md, HTTP rules): the same key by the same user within 24 hours gets the first answer and has
 * one effect. The answer is remembered here; the single effect after a crash comes from event ids made of the key.
 */
export function createIdempotency(database: Database) {
  const node = randomUUID()
  const running = new Map<string, Promise<void>>()

  async function claim(userId: number, key: string, at: string): Promise<Claim> {
    const deadline = Date.now() + TAKE_OVER_MS
    await database.pool.query(
      "delete from app.idempotency_keys where user_id = $1 and key = $2 and created_at < $3::timestamptz - interval '24 hours'",
      [userId, key, at],
    )
    for (;;) {
      const { rows } = await database.pool.query<{
        node: string
        status: number | null
        body: unknown
        fresh: boolean
      }>(
        `insert into app.idempotency_keys as k (user_id, key, node, created_at) values ($1, $2, $3, $4)
         on conflict (user_id, key) do update set key = k.key
         returning node, status, body, (xmax = 0) as fresh`,
        [userId, key, node, at],
      )
      const row = rows[0]!
      if (row.status !== null) return { kind: 'replay', answer: { status: row.status, body: row.body } }
      if (row.fresh || row.node === node) return { kind: 'run' }
      if (Date.now() > deadline) {
        // The other node died over it: its events, if any, carry the same ids, so running again has one effect.
        await database.pool.query(
          'update app.idempotency_keys set node = $3 where user_id = $1 and key = $2 and status is null',
          [userId, key, node],
        )
        return { kind: 'run' }
      }
      await sleep(POLL_MS)
    }
  }

  return {
    /** Runs once per user and key; repeats get the first answer. Answers of 429 and 5xx are not remembered. */
    async once(userId: number, key: string, at: string, run: () => Promise<FirstAnswer>): Promise<FirstAnswer> {
      if (key.length > 200) throw new HttpProblem(400, 'The Idempotency-Key is too long')
      const name = `${userId} ${key}`
      const before = running.get(name)
      const turn = Promise.withResolvers<void>()
      running.set(name, turn.promise)
      try {
        await before
        const claimed = await claim(userId, key, at)
        if (claimed.kind === 'replay') return claimed.answer
        const answer = await run()
        if (answer.status === 429 || answer.status >= 500)
          await database.pool.query('delete from app.idempotency_keys where user_id = $1 and key = $2', [userId, key])
        else
          await database.pool.query(
            'update app.idempotency_keys set status = $3, body = $4 where user_id = $1 and key = $2',
            [userId, key, answer.status, JSON.stringify(answer.body ?? null)],
          )
        return answer
      } finally {
        if (running.get(name) === turn.promise) running.delete(name)
        turn.resolve()
      }
    },
    /** Forgets keys older than 24 hours. */
    async sweep(at: string): Promise<void> {
      await database.pool.query(
        "delete from app.idempotency_keys where created_at < $1::timestamptz - interval '24 hours'",
        [at],
      )
    },
  }
}

export type Idempotency = ReturnType<typeof createIdempotency>
