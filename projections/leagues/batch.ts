import { sql, type Transaction } from 'kysely'
import type { Ruleset } from '../../src/areas/league-rules/contract.ts'
import type { JokerEvent } from '../../src/areas/league-rules/events.ts'
import { type DatedRules, type GameweekOf, withChosen, withoutFrom } from '../../src/areas/league-rules/rules.ts'
import { leagueRuleTables } from '../../src/areas/league-rules/tables.ts'
import { leagueTables } from '../../src/areas/leagues/tables.ts'
import { leagueTeamTables } from '../../src/areas/teams/tables.ts'
import type { Recorded, RecordedEvent } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import { erasePeople, joined, rememberErased, type TablesOf } from '../../src/slice/table.ts'

export const leaguesModel = joined(joined(leagueTables, leagueTeamTables), leagueRuleTables)
export type LeaguesTables = TablesOf<typeof leaguesModel>
type League = LeaguesTables['leagues']
type Member = LeaguesTables['members']
type Team = LeaguesTables['teams']
type Stint = LeaguesTables['stints']
type RulesRow = LeaguesTables['league_rules']
type JokerRow = LeaguesTables['league_jokers']
type Tx = Transaction<LeaguesTables>

/** Chosen rules with the player who chose them. */
interface Chosen extends DatedRules {
  readonly changedBy: number | null
}

/** Leagues and people in a batch of events. Their rows are read before the batch is folded. */
interface Named {
  readonly leagueIds: readonly number[]
  /** Deleted people included. */
  readonly userIds: readonly number[]
  readonly deletedIds: readonly number[]
  /** Leagues whose rules change. */
  readonly ruledIds: readonly number[]
}

/** Rows changed by a batch: folded in memory and written at its end, one statement per table. */
export class Rows {
  readonly leagues = new Map<number, League>()
  readonly teams = new Map<number, Team>()
  private readonly erased: ReadonlySet<number>
  private readonly testUsers = new Set<number>()
  private readonly members = new Map<string, Member>()
  private readonly stints = new Map<string, Stint>()
  private readonly changedMembers = new Set<string>()
  private readonly changedStints = new Set<string>()
  private readonly changedTeams = new Set<number>()
  private readonly newTestUsers = new Set<number>()
  /** Rules of the leagues whose rules change, ascending. */
  private readonly rules = new Map<number, readonly Chosen[]>()
  private readonly jokers = new Map<string, JokerRow>()

  constructor(erased: ReadonlySet<number>) {
    this.erased = erased
  }

  /** Reads the leagues with all their teams, and the memberships and stints of the named people. Records the deletions of the batch. */
  static async read(
    tx: Tx,
    facts: readonly RecordedEvent[],
    { leagueIds, userIds, deletedIds, ruledIds }: Named,
  ): Promise<Rows> {
    const rows = new Rows(await rememberErased(tx, facts, userIds))
    const [known, users, gone] = [
      sql<number>`any(${[...leagueIds]}::int[])`,
      sql<number>`any(${[...userIds]}::int[])`,
      sql<number>`any(${[...deletedIds]}::int[])`,
    ]
    const testUsers = await tx.selectFrom('test_users').selectAll().where('user_id', '=', users).execute()
    for (const { user_id } of testUsers) rows.testUsers.add(user_id)
    const members = await tx
      .selectFrom('members')
      .selectAll()
      .where('user_id', '=', users)
      .where((is) => is.or([is('league_id', '=', known), is('user_id', '=', gone)]))
      .execute()
    for (const member of members) rows.members.set(pair(member.league_id, member.user_id), member)
    const stints = await tx
      .selectFrom('stints')
      .selectAll()
      .where('user_id', '=', users)
      .where('league_id', '=', known)
      .execute()
    for (const stint of stints) rows.stints.set(keyOf(stint), stint)
    await rows.readRules(tx, ruledIds)
    const ids = [...new Set([...leagueIds, ...members.map((member) => member.league_id)])]
    const inThese = sql<number>`any(${ids}::int[])`
    for (const league of await tx.selectFrom('leagues').selectAll().where('id', '=', inThese).execute())
      rows.leagues.set(league.id, league)
    for (const team of await tx.selectFrom('teams').selectAll().where('league_id', '=', known).execute())
      rows.teams.set(team.id, team)
    return rows
  }

  private async readRules(tx: Tx, leagueIds: readonly number[]): Promise<void> {
    for (const id of leagueIds) this.rules.set(id, [])
    if (leagueIds.length === 0) return
    const found = await tx
      .selectFrom('league_rules')
      .selectAll()
      .where('league_id', '=', sql<number>`any(${[...leagueIds]}::int[])`)
      .orderBy('season')
      .orderBy('from_gameweek')
      .execute()
    for (const row of found) this.rules.set(row.league_id, [...this.rules.get(row.league_id)!, chosenOf(row)])
  }

  /** Records a user created by the testing tool. */
  addTestUser(userId: number): void {
    this.testUsers.add(userId)
    this.newTestUsers.add(userId)
  }

  /** Whether the testing tool did not create this user. */
  isReal(userId: number): boolean {
    return !this.testUsers.has(userId)
  }

  /** Adds a member. A deleted user is stored as erased and not counted. */
  addMember(member: Omit<Member, 'erased'>): void {
    const key = pair(member.league_id, member.user_id)
    const erased = this.erased.has(member.user_id)
    this.members.set(key, { ...member, erased })
    this.changedMembers.add(key)
    if (!erased) this.count(member.league_id, 1)
  }

  removeMember(leagueId: number, userId: number): void {
    const key = pair(leagueId, userId)
    const member = this.members.get(key)
    if (!member) return
    this.members.delete(key)
    this.changedMembers.add(key)
    if (!member.erased) this.count(leagueId, -1)
  }

  saveTeam(team: Team): void {
    this.teams.set(team.id, team)
    this.changedTeams.add(team.id)
  }

  addStint(stint: Stint): void {
    this.stints.set(keyOf(stint), stint)
    this.changedStints.add(keyOf(stint))
  }

  /** Changes the current stint of a user in a team. */
  changeOpenStint(teamId: number, userId: number, change: Partial<Stint>): void {
    for (const [key, stint] of this.stints) {
      if (stint.team_id !== teamId || stint.user_id !== userId || stint.left_at !== null) continue
      this.stints.set(key, { ...stint, ...change })
      this.changedStints.add(key)
    }
  }

  changeRules(leagueId: number, chosen: Chosen): void {
    this.rules.set(leagueId, withChosen(this.rules.get(leagueId)!, chosen))
  }

  withdrawRules(leagueId: number, from: GameweekOf): void {
    this.rules.set(leagueId, withoutFrom(this.rules.get(leagueId)!, from))
  }

  removeRules(leagueId: number): void {
    this.rules.set(leagueId, [])
  }

  hasRules(leagueId: number): boolean {
    return this.rules.get(leagueId)!.length > 0
  }

  /** Changes the joker of a member. A deleted user has none. */
  setJoker({ type, data, metadata }: Recorded<JokerEvent>): void {
    const { leagueId: league_id, userId: user_id, season, gameweek } = data
    const fixture_id = type === 'JokerPlaced' ? data.fixtureId : null
    const league = this.leagues.get(league_id)
    if (league) this.leagues.set(league_id, { ...league, joker_changes: league.joker_changes + 1 })
    if (this.erased.has(user_id)) return
    const row = { league_id, user_id, season, gameweek, fixture_id, changed_at: metadata.at }
    this.jokers.set(`${league_id} ${user_id} ${season} ${gameweek}`, row)
  }

  /** Marks the memberships of a deleted user as erased; the events of the leagues follow. `write` deletes the stints. */
  erase(userId: number): void {
    for (const [key, member] of this.members) {
      if (member.user_id !== userId || member.erased) continue
      this.members.set(key, { ...member, erased: true })
      this.changedMembers.add(key)
      this.count(member.league_id, -1)
    }
  }

  async write(tx: Tx): Promise<void> {
    const { leagues, members, teams, stints, test_users } = leaguesModel.internal
    const { league_rules, league_jokers } = leaguesModel.public
    await saveRows(tx, 'leagues', leagues, [...this.leagues.values()])
    await saveRows(tx, 'teams', teams, pick(this.teams, this.changedTeams))
    await deleteMembers(tx, missing(this.members, this.changedMembers))
    await saveRows(tx, 'members', members, pick(this.members, this.changedMembers))
    await saveRows(tx, 'stints', stints, pick(this.stints, this.changedStints))
    const testUsers = [...this.newTestUsers].map((user_id) => ({ user_id }))
    await saveRows(tx, 'test_users', test_users, testUsers)
    const ruled = [...this.rules.keys()]
    if (ruled.length > 0)
      await tx.deleteFrom('league_rules').where('league_id', '=', sql<number>`any(${ruled}::int[])`).execute()
    await saveRows(tx, 'league_rules', league_rules, [...this.rules].flatMap(rulesRows))
    await saveRows(tx, 'league_jokers', league_jokers, [...this.jokers.values()])
    await erasePeople(tx, leagueTeamTables, this.erased)
    await erasePeople(tx, leagueRuleTables, this.erased)
  }

  private count(leagueId: number, by: number): void {
    const league = this.leagues.get(leagueId)
    if (league) this.leagues.set(leagueId, { ...league, members: league.members + by })
  }
}

function chosenOf(row: RulesRow): Chosen {
  const { season, from_gameweek, result, goal_difference, exact, joker, late_joiners, changed_at, changed_by } = row
  const rules: Ruleset = { result, goalDifference: goal_difference, exact, joker, lateJoiners: late_joiners }
  return { season, fromGameweek: from_gameweek, rules, changedAt: changed_at, changedBy: changed_by }
}

const rulesRows = ([league_id, all]: [number, readonly Chosen[]]): RulesRow[] =>
  all.map(({ season, fromGameweek, rules, changedAt, changedBy }) => ({
    ...{ league_id, season, from_gameweek: fromGameweek, result: rules.result, goal_difference: rules.goalDifference },
    ...{ exact: rules.exact, joker: rules.joker, late_joiners: rules.lateJoiners },
    ...{ changed_at: changedAt, changed_by: changedBy },
  }))

const pair = (id: number, userId: number): string => `${id} ${userId}`
const keyOf = ({ team_id, user_id, revision }: Stint): string => `${team_id} ${user_id} ${revision}`

const pick = <K, V>(rows: ReadonlyMap<K, V>, keys: ReadonlySet<K>): V[] =>
  [...keys].flatMap((key) => rows.get(key) ?? [])

const missing = <V>(rows: ReadonlyMap<string, V>, keys: ReadonlySet<string>): number[][] =>
  [...keys].filter((key) => !rows.has(key)).map((key) => key.split(' ').map(Number))

async function deleteMembers(tx: Tx, keys: readonly number[][]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from members t using unnest(${keys.map((key) => key[0])}::int[], ${keys.map((key) => key[1])}::int[]) as k (league_id, user_id)
    where t.league_id = k.league_id and t.user_id = k.user_id
  `.execute(tx)
}
