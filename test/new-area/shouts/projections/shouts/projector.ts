import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { ShoutEvent } from '../../src/shouts/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type ShoutsTables, shoutsDdl, shoutsVersion, shoutsViews } from './tables.ts'

type Known = ShoutEvent | AccountEvent
const hearing = { Shouted: true, ...deletionsOnly } as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>

/** What players shout at each other. */
export const shoutsGroup: ProjectionGroup<ShoutsTables, Handled> = {
  name: 'shouts',
  version: shoutsVersion,
  events: heardIn(hearing),
  ddl: shoutsDdl,
  views: shoutsViews,
  project,
}

/** Adds the batch's shouts; of deleted users nothing stays, also what stands behind the deletion. */
async function project(
  tx: Transaction<ShoutsTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const rows: ShoutsTables['shouts'][] = []
  const erased: number[] = []
  for (const { type, data } of facts) {
    if (type === 'UserDeleted') erased.push(data.userId)
    else {
      const { shoutId: id, userId: user_id, playerId: player_id, words, shoutedAt: shouted_at } = data
      rows.push({ id, user_id, player_id, words, shouted_at })
    }
  }
  if (erased.length > 0)
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
  if (rows.length > 0) await tx.insertInto('shouts').values(rows).execute()
  await sql`delete from shouts s using erased e where e.user_id in (s.user_id, s.player_id)`.execute(tx)
  return rows.flatMap(({ user_id, player_id }) =>
    [user_id, player_id].map((id) => ({ room: `user:${id}`, topic: 'shouts' as const })),
  )
}
