import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { totalOf } from '../../kernel/total.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { AdministratorsAct } from './contract.ts'

/** A page of administrators' actions, newest first, with current names. */
export const actRows = ({ limit, offset }: Page): RawBuilder<AdministratorsAct & { readonly total: number }> => sql`
  select a.id, a.kind, a.at, case when b.username is not null then json_build_object('id', b.id, 'username', b.username) end as by,
    a.at_server as "atServer", case when u.username is not null then json_build_object('id', u.id, 'username', u.username) end as "user",
    case when h.name is not null and w.name is not null
      then json_build_object('id', f.id, 'homeTeam', h.short_name, 'awayTeam', w.short_name) end as fixture,
    case when a.home_score is not null and a.away_score is not null
      then json_build_object('home', a.home_score, 'away', a.away_score) end as score,
    a.outcome, a.kickoff, a.addresses as count, a.reason, a.why as "deletionReason", a.total
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

/** The page, and the total number of actions. */
export async function listActs(db: ReadDb, page: Page): Promise<{ body: AdministratorsAct[]; total: number }> {
  const { rows } = await actRows(page).execute(db)
  const total = await totalOf(rows, page, (first) => listActs(db, first))
  return { body: rows.map(({ total: _, ...act }) => act), total }
}
