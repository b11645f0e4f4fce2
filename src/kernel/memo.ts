/** Most answers kept; beyond it all are forgotten, which costs no more than asking again. */
const mostKept = 10_000
/** Milliseconds after which answers are forgotten whatever the version says, unless told otherwise: tables may be rebuilt without an event. */
const keptForMs = 5_000

/**
 * Keeps answers for as long as no event has reached the read tables they come from: after a result every open page asks for
 * the same board at once. A write is answered when this node knows that its event is projected, so who reads after it has
 * another version and is given nothing older.
 */
interface Memo {
  /** What is asked of the answer is kept under the version of this moment. */
  now(): Kept
}

export interface Kept {
  get<T>(name: string, compute: () => Promise<T>): Promise<T>
}

interface MemoOptions {
  /** Differs whenever the tables differ. */
  version(): string
  /** Milliseconds. */
  now(): number
  readonly keptForMs?: number
}

export function createMemo({ version, now, keptForMs: mostMs = keptForMs }: MemoOptions): Memo {
  let seen: string | undefined
  let since = 0
  let kept = new Map<string, Promise<unknown>>()

  return {
    now() {
      const current = version()
      if (current !== seen || kept.size >= mostKept || now() - since > mostMs) {
        seen = current
        since = now()
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
