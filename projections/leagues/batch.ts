import { sql, type Transaction } from 'kysely'
import { leagueTables } from '../../src/areas/leagues/tables.ts'
import { leagueTeamTables } from '../../src/areas/teams/tables.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import { erasePeople, joined, rememberErased, type TablesOf } from '../../src/slice/table.ts'

export const leaguesModel = joined(leagueTables, leagueTeamTables)
export type LeaguesTables = TablesOf<typeof leaguesModel>
type League = LeaguesTables['leagues']
type Member = LeaguesTables['members']
type Team = LeaguesTables['teams']
type Stint = LeaguesTables['stints']
type Tx = Transaction<LeaguesTables>

/** Leagues and people in a batch of events. Their rows are read before the batch is folded. */
interface Named {
  readonly leagueIds: readonly number[]
  /** Deleted people included. */
  readonly userIds: readonly number[]
  readonly deletedIds: readonly number[]
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

  constructor(erased: ReadonlySet<number>) {
    this.erased = erased
  }

  /** Reads the leagues with all their teams, and the memberships and stints of the named people. Records the deletions of the batch. */
  static async read(tx: Tx, facts: readonly RecordedEvent[], { leagueIds, userIds, deletedIds }: Named): Promise<Rows> {
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
    const ids = [...new Set([...leagueIds, ...members.map((member) => member.league_id)])]
    const inThese = sql<number>`any(${ids}::int[])`
    for (const league of await tx.selectFrom('leagues').selectAll().where('id', '=', inThese).execute())
      rows.leagues.set(league.id, league)
    for (const team of await tx.selectFrom('teams').selectAll().where('league_id', '=', known).execute())
      rows.teams.set(team.id, team)
    return rows
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
    await saveRows(tx, 'leagues', leagues, [...this.leagues.values()])
    await saveRows(tx, 'teams', teams, pick(this.teams, this.changedTeams))
    await deleteMembers(tx, missing(this.members, this.changedMembers))
    await saveRows(tx, 'members', members, pick(this.members, this.changedMembers))
    await saveRows(tx, 'stints', stints, pick(this.stints, this.changedStints))
    const testUsers = [...this.newTestUsers].map((user_id) => ({ user_id }))
    await saveRows(tx, 'test_users', test_users, testUsers)
    await erasePeople(tx, leagueTeamTables, this.erased)
  }

  private count(leagueId: number, by: number): void {
    const league = this.leagues.get(leagueId)
    if (league) this.leagues.set(leagueId, { ...league, members: league.members + by })
  }
}

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
