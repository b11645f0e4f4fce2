import { mapLimited } from '../../kernel/map-limited.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { voidPicksAfter } from './queries.ts'
import { createPickValidator, type PickValidatorLog } from './voiding.ts'

/** Void picks per page, and maximum number of them judged concurrently. */
const [PAGE, JUDGES] = [500, 16]

/** Returns a job that appends `PredictionVoided` for void picks whose command crashed before it could. */
export function createVoidPicks(db: ReadDb, log: PickValidatorLog): () => Promise<void> {
  const judge = createPickValidator(log)
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
