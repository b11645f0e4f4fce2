import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureDecider } from '../fixtures/fixture-decider.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { finalTableStream } from './events.ts'
import { finalTableDecider } from './final-table-decider.ts'
import { firstCutoffOf } from './queries.ts'

/** Limits per player. */
export const quotas = {
  finalTables: quota(
    'final-tables',
    { perMinute: 30, perDay: 200 },
    'You are changing your final table too fast. Give it a moment.',
  ),
}

interface Wanted {
  readonly userId: number
  readonly season: string
  readonly clubIds: readonly number[]
  readonly seasonClubIds: readonly number[]
}

export type PredictFinalTable = ReturnType<typeof createPredictFinalTable>

/**
 * Predicts or changes a final table. The read model only names the first match; its stream decides. Throws
 * `EventLogUnavailable` if the log is unreachable.
 */
export const createPredictFinalTable =
  ({ db, handler }: { readonly db: ReadDb; readonly handler: CommandHandler }) =>
  async (wanted: Wanted, context: CommandContext) => {
    const first = await firstCutoffOf(db, wanted.season)
    const stream = first && (await fixtureStreams(db, [first.fixture_id])).get(first.fixture_id)
    const { state: firstMatch } = stream
      ? await handler.load(fixtureDecider, stream)
      : { state: fixtureDecider.initialState }
    const command = { ...wanted, firstMatch, at: context.at }
    return handler.handle(finalTableDecider, finalTableStream(wanted.userId, wanted.season), command, context)
  }
