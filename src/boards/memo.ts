import { type Kysely, sql } from 'kysely'

/** Most answers kept; beyond it all are forgotten, which costs no more than asking again. */
const mostKept = 10_000

/**
 * Keeps answers for as long as no event has reached the read tables they come from: after a result every open page asks for
 * the same board at once. One small look at the projections' counters, begun after the question was asked, decides; so
 * an answer is never older than a read of the tables would be, on any node.
 */
export interface Memo {
  /** Looks; what is asked of the answer is kept under what was seen. */
  now(): Promise<Kept>
}

export interface Kept {
  get<T>(name: string, compute: () => Promise<T>): Promise<T>
}

/** `groups`: the projection groups the answers are read from. */
export function createMemo(db: Kysely<unknown>, groups: readonly string[]): Memo {
  let version: string | undefined
  let kept = new Map<string, Promise<unknown>>()

  async function look(): Promise<string> {
    const { rows } = await sql<{ version: string }>`
      select coalesce(string_agg(generation || '/' || events, ' ' order by name), '') as version
      from engine.generations where state = 'live' and name = any(${[...groups]}::text[])
    `.execute(db)
    return rows[0]!.version
  }

  return {
    async now() {
      const seen = await look()
      if (seen !== version || kept.size >= mostKept) {
        version = seen
        kept = new Map()
      }
      const answers = kept
      return {
        get<T>(name: string, compute: () => Promise<T>): Promise<T> {
          const there = answers.get(name) as Promise<T> | undefined
          if (there) return there
          const answer = compute()
          answers.set(name, answer)
          answer.catch(() => answers.delete(name))
          return answer
        },
      }
    },
  }
}
