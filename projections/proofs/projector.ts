import type { Transaction } from 'kysely'
import { sealEvents } from '../../src/areas/proofs/events.ts'
import { sealTables } from '../../src/areas/proofs/tables.ts'
import { parseCheckpoint } from '../../src/contracts/receipts.ts'
import { type EventsOf, only, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

type SealTables = TablesOf<typeof sealTables>

const handled = only(sealEvents, 'FixtureSealed', 'BoardSealed')
type Handled = EventsOf<typeof handled>

/** The public list of seals. */
export const proofsGroup: ProjectionGroup<SealTables, Handled> = {
  name: 'proofs',
  version: 2,
  events: typesOf(handled),
  ...tablesFor(sealTables),
  project,
}

async function project(
  tx: Transaction<SealTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  await saveRows(tx, 'seals', sealTables.public.seals, facts.map(rowOf))
  return [{ room: 'all', topic: 'proofs' }]
}

function rowOf({ type, data }: Recorded<Handled>): SealTables['seals'] {
  const { number, checkpoint } = data
  const { size, root, time: sealed_at } = parseCheckpoint(checkpoint)!
  const ofMatch = type === 'FixtureSealed'
  return {
    ...{ number, fixture_id: ofMatch ? data.fixtureId : null },
    ...{ season: ofMatch ? null : data.season, gameweek: ofMatch ? null : data.gameweek },
    ...{ sealed_at, size, root, checkpoint },
  }
}
