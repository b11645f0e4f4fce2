import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { type CompetitionEvent, competitionEvents } from '../../src/areas/competitions/events.ts'
import { competitionTables } from '../../src/areas/competitions/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded, RecordedEvent } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, tablesFor } from '../../src/slice/table.ts'

const handled = { ...competitionEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>
type Of<T extends Handled['type']> = Recorded<Extract<Handled, { type: T }>>
type Tx = Transaction<unknown>

/** Writers of consecutive events of one type; frequent types use one statement. */
const writers: { readonly [T in Handled['type']]: (tx: Tx, events: readonly Of<T>[]) => Promise<void> } = {
  CompetitionCreated: create,
  CompetitionMoved: each(move),
  CompetitionJoined: join,
  CompetitionLeft: (tx, events) => remove(tx, events, false),
  CupRoundDrawn: each(draw),
  CupRoundDecided: each(decideTies),
  KnockoutRoundDecided: each(decideRound),
  CompetitionEnded: each(end),
  PrizeBooked: each(pay),
  UserDeleted: (tx, events) => remove(tx, events, true),
}

/** Competitions, participants, rounds and prizes. */
export const competitionsGroup: ProjectionGroup<unknown, Handled> = {
  name: 'competitions',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(competitionTables),
  async project(tx, events) {
    for (const run of runsOf(events)) {
      const write = writers[run[0]!.type] as (tx: Tx, events: readonly RecordedEvent[]) => Promise<void>
      await write(tx, run)
    }
    return events.length > 0 ? changes : []
  },
}

const changes: readonly LiveChange[] = [{ room: 'all', topic: 'competitions' }]

/** Splits events into runs of the same type. */
function runsOf(events: readonly Recorded<Handled>[]): readonly (readonly Recorded<Handled>[])[] {
  const runs: Recorded<Handled>[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.type === event.type) last.push(event)
    else runs.push([event])
  }
  return runs
}

function each<T extends Handled['type']>(
  write: (tx: Tx, event: Of<T>) => Promise<unknown>,
): (tx: Tx, events: readonly Of<T>[]) => Promise<void> {
  return async (tx, events) => {
    for (const event of events) await write(tx, event)
  }
}

type Window = Extract<CompetitionEvent, { type: 'CompetitionCreated' }>['data']['window']

const windowColumns = (window: Window) =>
  window.by === 'gameweek'
    ? { first_gameweek: window.from, last_gameweek: window.to, from_kickoff: null, to_kickoff: null }
    : { first_gameweek: null, last_gameweek: null, from_kickoff: window.from, to_kickoff: window.to }

async function create(tx: Tx, events: readonly Of<'CompetitionCreated'>[]): Promise<void> {
  const rows = events.map(({ data, stream }) => ({
    ...{ id: data.competitionId, stream, season: data.season, kind: data.kind, name: data.name },
    ...{ description: data.description, start_date: data.startDate, end_date: data.endDate },
    ...{ prize_pool: data.prizePool, max_participants: data.maxParticipants, participants: 0, ended_at: null },
    ...windowColumns(data.window),
  }))
  await sql`
    insert into competitions select * from jsonb_populate_recordset(null::competitions, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing
  `.execute(tx)
}

function move(tx: Tx, { data: { competitionId, window, startDate, endDate } }: Of<'CompetitionMoved'>) {
  const { first_gameweek, last_gameweek, from_kickoff, to_kickoff } = windowColumns(window)
  return sql`
    update competitions set first_gameweek = ${first_gameweek}, last_gameweek = ${last_gameweek},
      from_kickoff = ${from_kickoff}, to_kickoff = ${to_kickoff}, start_date = ${startDate}, end_date = ${endDate}
    where id = ${competitionId}
  `.execute(tx)
}

/** Participants are numbered by the revision of their event, which is the order of joining. */
async function join(tx: Tx, events: readonly Of<'CompetitionJoined'>[]): Promise<void> {
  await sql`
    with added as (
      insert into participants (competition_id, user_id, number, joined_at)
      select j.competition_id, j.user_id, j.number, j.joined_at
      from unnest(
        ${events.map(({ data }) => data.competitionId)}::int[], ${events.map(({ data }) => data.userId)}::int[],
        ${events.map(({ revision }) => revision)}::int[], ${events.map(({ metadata }) => metadata.at)}::timestamptz[]
      ) as j (competition_id, user_id, number, joined_at)
      where not exists (select from erased e where e.user_id = j.user_id)
      on conflict do nothing
      returning competition_id
    )
    update competitions c set participants = c.participants + a.n
    from (select competition_id, count(*)::int as n from added group by competition_id) a where c.id = a.competition_id
  `.execute(tx)
}

/** Removes participants. `isErased`: accounts were deleted; removes them from all competitions and ignores their later events. */
async function remove(
  tx: Tx,
  events: readonly (Of<'CompetitionLeft'> | Of<'UserDeleted'>)[],
  isErased: boolean,
): Promise<void> {
  const ids = sql`any(${[...new Set(events.map(({ data }) => data.userId))]}::int[])`
  const here = isErased
    ? sql`true`
    : sql`competition_id = any(${events.map(({ data }) => (data as { competitionId: number }).competitionId)}::int[])`
  await sql`
    with gone as (delete from participants where user_id = ${ids} and ${here} returning competition_id)
    update competitions c set participants = c.participants - g.n
    from (select competition_id, count(*)::int as n from gone group by competition_id) g where c.id = g.competition_id
  `.execute(tx)
  if (!isErased) return
  await erasePeople(tx, competitionTables, await rememberErased(tx, events, []))
}

async function draw(tx: Tx, { data: { competitionId, round, gameweek, pairs } }: Of<'CupRoundDrawn'>): Promise<void> {
  await sql`delete from ties where competition_id = ${competitionId} and round = ${round}`.execute(tx)
  await saveRound(tx, competitionId, round, gameweek, false)
  await sql`
    insert into ties (competition_id, round, tie, home, away)
    select ${competitionId}, ${round}, t.tie, t.home, t.away
    from unnest(${pairs.map((_, index) => index + 1)}::int[], ${pairs.map(({ home }) => home)}::int[], ${pairs.map(({ away }) => away)}::int[])
      as t (tie, home, away)
  `.execute(tx)
}

async function saveRound(tx: Tx, competitionId: number, round: number, gameweek: number, decided: boolean) {
  await sql`
    insert into rounds (competition_id, round, gameweek, decided) values (${competitionId}, ${round}, ${gameweek}, ${decided})
    on conflict (competition_id, round) do update set gameweek = excluded.gameweek, decided = excluded.decided
  `.execute(tx)
}

/** A bye has no away points; a player who has left has 0. */
async function decideTies(
  tx: Tx,
  { data: { competitionId, round, scores, winners } }: Of<'CupRoundDecided'>,
): Promise<void> {
  await sql`
    with score as (
      select * from unnest(${scores.map(({ userId }) => userId)}::int[], ${scores.map(({ points }) => points)}::int[])
        as t (user_id, points)
    )
    update ties t set home_points = coalesce((select points from score where user_id = t.home), 0),
      away_points = case when t.away is not null then coalesce((select points from score where user_id = t.away), 0) end,
      winner = case when t.home = any(${winners}::int[]) then t.home when t.away = any(${winners}::int[]) then t.away end
    where t.competition_id = ${competitionId} and t.round = ${round}
  `.execute(tx)
  await sql`update rounds set decided = true where competition_id = ${competitionId} and round = ${round}`.execute(tx)
}

async function decideRound(
  tx: Tx,
  { data: { competitionId, round, gameweek, players, out } }: Of<'KnockoutRoundDecided'>,
): Promise<void> {
  await saveRound(tx, competitionId, round, gameweek, true)
  await sql`delete from round_players where competition_id = ${competitionId} and round = ${round}`.execute(tx)
  await sql`
    insert into round_players (competition_id, round, place, user_id, points, out)
    select ${competitionId}, ${round}, t.place, t.user_id, t.points, t.user_id = any(${out}::int[])
    from unnest(${players.map((_, index) => index + 1)}::int[], ${players.map(({ userId }) => userId)}::int[], ${players.map(({ points }) => points)}::int[])
      as t (place, user_id, points)
  `.execute(tx)
}

function end(tx: Tx, { data: { competitionId }, metadata }: Of<'CompetitionEnded'>) {
  return sql`update competitions set ended_at = ${metadata.at} where id = ${competitionId}`.execute(tx)
}

function pay(tx: Tx, { data: { competitionId, userId, place, points } }: Of<'PrizeBooked'>) {
  return sql`
    insert into prizes (competition_id, user_id, place, points)
    select ${competitionId}::int, ${userId}::int, ${place}::smallint, ${points}::int
    where not exists (select from erased where user_id = ${userId})
    on conflict (competition_id, user_id) do update set place = excluded.place, points = prizes.points + excluded.points
  `.execute(tx)
}
