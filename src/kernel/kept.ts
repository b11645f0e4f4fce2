import { createLru } from './lru.ts'

/** Answers computed on the first read after a change, and kept until the next. */
export interface Kept<T> {
  /**
   * What stands under the name for this version; else what `compute` gives, once for all who ask meanwhile. At most one
   * computation of a name runs: who comes with another version while it does shares the one that begins after it.
   */
  get(name: string, version: string, compute: () => Promise<T>): Promise<T>
}

interface Entry<T> {
  version: string
  readonly answer: Promise<T>
  /** Still being computed. */
  runs: boolean
  /** Begins when this one ends. */
  next: Entry<T> | undefined
}

/** Keeps the `max` answers that were asked for last. */
export function createKept<T>(max: number): Kept<T> {
  const entries = createLru<string, Entry<T>>(max)

  function begin(name: string, version: string, compute: () => Promise<T>, after?: Entry<T>): Entry<T> {
    const start = (): Promise<T> => {
      entries.set(name, entry)
      return compute()
    }
    const answer = after ? after.answer.then(start, start) : compute()
    const entry: Entry<T> = { version, answer, runs: true, next: undefined }
    answer.then(
      () => {
        entry.runs = false
      },
      () => {
        entry.runs = false
        // A fault is not an answer: who asks again has it computed again.
        if (entries.get(name) === entry && !entry.next) entries.delete(name)
      },
    )
    return entry
  }

  return {
    get(name, version, compute) {
      const there = entries.get(name)
      if (there?.version === version) return there.answer
      if (!there?.runs) {
        const entry = begin(name, version, compute)
        entries.set(name, entry)
        return entry.answer
      }
      if (there.next) there.next.version = version
      else there.next = begin(name, version, compute, there)
      return there.next.answer
    },
  }
}
