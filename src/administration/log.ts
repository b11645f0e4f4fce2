import { type RawBuilder, sql } from 'kysely'
import type { AdministratorsAct } from '../contracts/administration.ts'
import type { Page } from '../contracts/common.ts'
import { totalOf } from '../kernel/total.ts'
import type { ReadDb, ReadModels } from '../slice/read-models.ts'

interface ActRow extends Readonly<ReadModels['read.administrators_acts']> {
  readonly by_name: string | null
  readonly user_name: string | null
  readonly home: string | null
  readonly away: string | null
  readonly total: number
}

/** A page of what administrators did, the latest first, with the names as they are now. */
export const actRows = ({ limit, offset }: Page): RawBuilder<ActRow> => sql<ActRow>`
  select a.*, b.username as by_name, u.username as user_name, h.name as home, w.name as away
  from (
    select a.*, (count(*) over ())::int as total from read.administrators_acts a
    order by a.n desc limit ${limit} offset ${offset}
  ) a
  left join read.people b on b.id = a.by_user_id
  left join read.people u on u.id = a.user_id
  left join read.fixtures f on f.id = a.fixture_id
  left join read.teams h on h.id = f.home_team_id
  left join read.teams w on w.id = f.away_team_id
  order by a.n desc`

/** That page, and how many acts there are. */
export async function listActs(db: ReadDb, page: Page): Promise<{ acts: AdministratorsAct[]; total: number }> {
  const { rows } = await actRows(page).execute(db)
  return { acts: rows.map(actOf), total: await totalOf(rows, page, (first) => listActs(db, first)) }
}

const named = (id: number | null, username: string | null) =>
  id === null || username === null ? null : { id, username }

const actOf = (row: ActRow): AdministratorsAct => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  by: named(row.by_user_id, row.by_name),
  atServer: row.at_server,
  user: named(row.user_id, row.user_name),
  fixture:
    row.fixture_id === null || row.home === null || row.away === null
      ? null
      : { id: row.fixture_id, homeTeam: row.home, awayTeam: row.away },
  score: row.home_score === null || row.away_score === null ? null : { home: row.home_score, away: row.away_score },
  outcome: row.outcome,
  kickoff: row.kickoff,
  count: row.addresses,
  reason: row.reason,
  deletionReason: row.why,
})

/** An act as somebody is given it who did it or whom it was done to: of the other one neither who it was nor the reason that was about them. */
export const actFor = (row: ReadModels['read.administrators_acts'], userId: number) => ({
  ...row,
  by_user_id: row.by_user_id === userId ? userId : null,
  reason: row.user_id === null || row.user_id === userId ? row.reason : null,
})
