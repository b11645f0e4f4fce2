import { sql, type Transaction } from 'kysely'
import type { LeaguesTables } from './tables.ts'

type League = LeaguesTables['leagues']
type Member = LeaguesTables['members']
type Team = LeaguesTables['teams']
type Stint = LeaguesTables['stints']
type Tx = Transaction<LeaguesTables>

/** What a batch of events names: their rows are read before it is folded. */
interface Named {
  readonly leagueIds: readonly number[]
  /** Everybody the batch names. */
  readonly userIds: readonly number[]
  readonly deletedIds: readonly number[]
}

/** Rows that a batch touches, folded in memory and written at its end, each table in one statement. */
export class Rows {
  readonly leagues = new Map<number, League>()
  readonly teams = new Map<number, Team>()
  readonly erased = new Set<number>()
  private readonly testUsers = new Set<number>()
  private readonly members = new Map<string, Member>()
  private readonly stints = new Map<string, Stint>()
  private readonly changedMembers = new Set<string>()
  private readonly changedStints = new Set<string>()
  private readonly changedTeams = new Set<number>()
  private readonly newlyErased = new Set<number>()
  private readonly newTestUsers = new Set<number>()

  /** Reads leagues and teams whole, members and stints of those who are named. */
  static async read(tx: Tx, { leagueIds, userIds, deletedIds }: Named): Promise<Rows> {
    const rows = new Rows()
    const [known, users, gone] = [
      sql<number>`any(${[...leagueIds]}::int[])`,
      sql<number>`any(${[...userIds]}::int[])`,
      sql<number>`any(${[...deletedIds]}::int[])`,
    ]
    const erased = await tx.selectFrom('erased').selectAll().where('user_id', '=', users).execute()
    for (const { user_id } of erased) rows.erased.add(user_id)
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
      .where((is) => is.or([is('league_id', '=', known), is('user_id', '=', gone)]))
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

  /** The testing tool has made somebody. */
  addTestUser(userId: number): void {
    this.testUsers.add(userId)
    this.newTestUsers.add(userId)
  }

  /** Somebody whom the testing tool did not make. */
  isReal(userId: number): boolean {
    return !this.testUsers.has(userId)
  }

  /** A new member; of a user who is deleted by now nobody hears. */
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
    if (this.erased.has(stint.user_id)) return
    this.stints.set(keyOf(stint), stint)
    this.changedStints.add(keyOf(stint))
  }

  /** Changes the time in the team that a user is in now. */
  changeOpenStint(teamId: number, userId: number, change: Partial<Stint>): void {
    for (const [key, stint] of this.stints) {
      if (stint.team_id !== teamId || stint.user_id !== userId || stint.left_at !== null) continue
      this.stints.set(key, { ...stint, ...change })
      this.changedStints.add(key)
    }
  }

  /** A deleted user is in no league and no team any more; the leagues' own events follow. */
  erase(userId: number): void {
    this.erased.add(userId)
    this.newlyErased.add(userId)
    for (const [key, member] of this.members) {
      if (member.user_id !== userId || member.erased) continue
      this.members.set(key, { ...member, erased: true })
      this.changedMembers.add(key)
      this.count(member.league_id, -1)
    }
    for (const [key, stint] of this.stints) {
      if (stint.user_id !== userId) continue
      this.stints.delete(key)
      this.changedStints.add(key)
    }
  }

  async write(tx: Tx): Promise<void> {
    await this.upsert(tx, 'leagues', ['id'], [...this.leagues.values()])
    await this.upsert(tx, 'teams', ['id'], pick(this.teams, this.changedTeams))
    await deletePairs(tx, 'members', 'league_id', missing(this.members, this.changedMembers))
    await this.upsert(tx, 'members', ['league_id', 'user_id'], pick(this.members, this.changedMembers))
    await deletePairs(tx, 'stints', 'team_id', missing(this.stints, this.changedStints))
    await this.upsert(tx, 'stints', ['team_id', 'user_id', 'revision'], pick(this.stints, this.changedStints))
    for (const [table, users] of [
      ['erased', this.newlyErased],
      ['test_users', this.newTestUsers],
    ] as const)
      await this.upsert(
        tx,
        table,
        ['user_id'],
        [...users].map((user_id) => ({ user_id })),
      )
  }

  private count(leagueId: number, by: number): void {
    const league = this.leagues.get(leagueId)
    if (league) this.leagues.set(leagueId, { ...league, members: league.members + by })
  }

  private async upsert<T extends keyof LeaguesTables>(
    tx: Tx,
    table: T,
    key: readonly string[],
    rows: readonly LeaguesTables[T][],
  ): Promise<void> {
    const [first] = rows
    if (first === undefined) return
    const others = Object.keys(first).filter((column) => !key.includes(column))
    const set = others.map((column) => `${column} = excluded.${column}`).join(', ')
    await sql`
      insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      on conflict (${sql.raw(key.join(', '))}) do ${sql.raw(set ? `update set ${set}` : 'nothing')}
    `.execute(tx)
  }
}

const pair = (id: number, userId: number): string => `${id} ${userId}`
const keyOf = ({ team_id, user_id, revision }: Stint): string => `${team_id} ${user_id} ${revision}`

const pick = <K, V>(rows: ReadonlyMap<K, V>, keys: ReadonlySet<K>): V[] =>
  [...keys].flatMap((key) => rows.get(key) ?? [])

const missing = <V>(rows: ReadonlyMap<string, V>, keys: ReadonlySet<string>): number[][] =>
  [...keys].filter((key) => !rows.has(key)).map((key) => key.split(' ').map(Number))

/** Of a deleted user all stints of a team go, so the pair is enough. */
async function deletePairs(
  tx: Tx,
  table: 'members' | 'stints',
  id: 'league_id' | 'team_id',
  keys: readonly number[][],
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from ${sql.table(table)} t using unnest(${keys.map((key) => key[0])}::int[], ${keys.map((key) => key[1])}::int[]) as k (id, user_id)
    where t.${sql.ref(id)} = k.id and t.user_id = k.user_id
  `.execute(tx)
}
