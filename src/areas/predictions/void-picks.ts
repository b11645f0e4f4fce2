import { mapLimited } from '../../kernel/map-limited.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { voidPicksAfter } from './queries.ts'
import { createJudge, type JudgeLog } from './voiding.ts'

/** Void picks looked up at once, and judged side by side. */
const [PAGE, JUDGES] = [500, 16]

/** Voids in their streams the picks that are void in the read tables, where a command that stored one died before it could. */
export function createVoidPicks(db: ReadDb, log: JudgeLog): () => Promise<void> {
  const judge = createJudge(log)
  return async () => {
    for (let after = { userId: 0, fixtureId: 0 }; ; ) {
      const page = await voidPicksAfter(db, after, PAGE)
      const streams = await fixtureStreams(db, [...new Set(page.map(({ fixtureId }) => fixtureId))])
      await mapLimited(page, JUDGES, (pick) => judge.voided({ ...pick, matchStream: streams.get(pick.fixtureId)! }))
      if (page.length < PAGE) return
      after = page.at(-1)!
    }
  }
}
