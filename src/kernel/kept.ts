import { createLru } from './lru.ts'

/** Answers computed on the first read after a change, and kept until the next (decisions.md: settling never pays for leagues). */
export interface Kept<T> {
  /** What stands under the name for this version; else what `compute` gives, once for all who ask meanwhile. */
  get(name: string, version: string, compute: () => Promise<T>): Promise<T>
}

/** Keeps the `max` answers that were asked for last. */
export function createKept<T>(max: number): Kept<T> {
  const answers = createLru<string, { readonly version: string; readonly answer: Promise<T> }>(max)
  return {
    get(name, version, compute) {
      const there = answers.get(name)
      if (there?.version === version) return there.answer
      const answer = compute()
      answers.set(name, { version, answer })
      answer.catch(() => {
        if (answers.get(name)?.answer === answer) answers.delete(name)
      })
      return answer
    },
  }
}
