import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { type JokerEvent, jokerEvents } from '../../src/areas/league-rules/events.ts'
import { type LeagueEvent, leagueEvents } from '../../src/areas/leagues/events.ts'
import { type LeagueTeamEvent, leagueTeamEvents } from '../../src/areas/teams/events.ts'
import { type EventsOf, only, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { tablesFor } from '../../src/slice/table.ts'
import { type LeaguesTables, leaguesModel, Rows } from './batch.ts'

const handled = {
  ...leagueEvents,
  ...leagueTeamEvents,
  ...jokerEvents,
  ...only(accountEvents, 'UserRegistered', 'UserDeleted'),
}
type LeaguesFact = EventsOf<typeof handled>

/** Of registrations only those of test users: leagues with no other members, past or present, are removed with them. */
const isAboutLeagues = ({ type, metadata }: Recorded<LeaguesFact>): boolean =>
  type !== 'UserRegistered' || metadata.simulated === true

/** In larger leagues only the affected users are notified at once; the others see a change at their next read. */
const MAX_NOTIFIED = 250

/** Folds a batch over the rows it changes and writes each of them once. */
async function projectLeagues(
  tx: Transaction<LeaguesTables>,
  events: readonly Recorded<LeaguesFact>[],
): Promise<readonly LiveChange[]> {
  const facts = events.filter(isAboutLeagues)
  const rows = await Rows.read(tx, facts, namedBy(facts))
  for (const fact of facts) {
    if (fact.type === 'UserRegistered') rows.addTestUser(fact.data.userId)
    else if (fact.type === 'UserDeleted') rows.erase(fact.data.userId)
    else if (isOfJoker(fact)) rows.setJoker(fact)
    else if (isOfTeam(fact)) foldTeam(rows, fact)
    else foldLeague(rows, fact)
  }
  await rows.write(tx)
  return changesOf(tx, rows, facts)
}

const isOfTeam = (fact: Recorded<LeaguesFact>): fact is Recorded<LeagueTeamEvent> => fact.type.startsWith('LeagueTeam')

const isOfJoker = (fact: Recorded<LeaguesFact>): fact is Recorded<JokerEvent> => fact.type.startsWith('Joker')

const personsOf = ({ data }: LeaguesFact): number[] =>
  ['userId', 'creatorId', 'captainId'].flatMap((field) => (data as Record<string, unknown>)[field] ?? []) as number[]

function namedBy(facts: readonly LeaguesFact[]) {
  return {
    leagueIds: [...new Set(facts.flatMap(({ data }) => ('leagueId' in data ? [data.leagueId] : [])))],
    userIds: [...new Set(facts.flatMap(personsOf))],
    deletedIds: facts.flatMap((fact) => (fact.type === 'UserDeleted' ? [fact.data.userId] : [])),
    ruledIds: [...new Set(facts.flatMap((fact) => ('fromGameweek' in fact.data ? [fact.data.leagueId] : [])))],
  }
}

function foldLeague(rows: Rows, event: Recorded<LeagueEvent>): void {
  const { revision } = event
  const { at } = event.metadata
  const { leagueId } = event.data
  if (event.type === 'LeagueCreated') {
    const { name, description, type, creatorId, joinCode } = event.data
    rows.leagues.set(leagueId, {
      id: leagueId,
      name,
      description,
      type,
      status: 'active',
      creator_id: creatorId,
      admin_id: creatorId,
      join_code: joinCode,
      created_at: at,
      members: 0,
      revision,
      teams_revision: -1,
      own_rules: false,
      joker_changes: 0,
      is_real: rows.isReal(creatorId),
    })
    rows.addMember({ league_id: leagueId, user_id: creatorId, joined_at: at, revision })
    return
  }
  if (event.type === 'LeagueJoined')
    rows.addMember({ league_id: leagueId, user_id: event.data.userId, joined_at: at, revision })
  if (event.type === 'LeagueLeft') rows.removeMember(leagueId, event.data.userId)
  if (event.type === 'LeagueRulesChanged') {
    const { season, fromGameweek, rules } = event.data
    rows.changeRules(leagueId, { season, fromGameweek, rules, changedAt: at, changedBy: event.metadata.actor })
  }
  if (event.type === 'LeagueRulesWithdrawn') {
    const { season, fromGameweek: gameweek } = event.data
    rows.withdrawRules(leagueId, { season, gameweek })
  }
  const league = rows.leagues.get(leagueId)
  if (!league) throw new Error(`${event.type} of league ${leagueId}, which was never created`)
  if (event.type === 'LeagueClosed' && !league.is_real) rows.removeRules(leagueId)
  const is_real = league.is_real || (event.type === 'LeagueJoined' && rows.isReal(event.data.userId))
  rows.leagues.set(leagueId, { ...league, ...changeOf(event, rows), revision, is_real })
}

function changeOf(event: Recorded<Exclude<LeagueEvent, { type: 'LeagueCreated' }>>, rows: Rows) {
  switch (event.type) {
    case 'LeagueChanged': {
      const { name, description, type } = event.data
      return { name, description, type }
    }
    case 'LeagueAdminChanged':
      return { admin_id: event.data.userId }
    case 'LeagueJoinCodeChanged':
      return { join_code: event.data.joinCode }
    case 'LeagueClosed':
      return { status: 'closed' as const }
    case 'LeagueRulesChanged':
    case 'LeagueRulesWithdrawn':
      return { own_rules: rows.hasRules(event.data.leagueId) }
    case 'LeagueJoined':
    case 'LeagueLeft':
      return {}
  }
}

function foldTeam(rows: Rows, event: Recorded<LeagueTeamEvent>): void {
  const { revision } = event
  const { at } = event.metadata
  const { leagueId, teamId } = event.data
  const stint = { team_id: teamId, league_id: leagueId, revision, joined_at: at, left_at: null }
  const team = rows.teams.get(teamId)
  const league = rows.leagues.get(leagueId)
  if (league) rows.leagues.set(leagueId, { ...league, teams_revision: revision })
  switch (event.type) {
    case 'LeagueTeamCreated': {
      const { name, description, captainId, maxMembers, teamColor } = event.data
      rows.saveTeam({
        id: teamId,
        league_id: leagueId,
        name,
        description,
        captain_id: captainId,
        max_members: maxMembers,
        color: teamColor,
        created_at: at,
        disbanded_at: null,
        is_real: rows.isReal(captainId),
      })
      rows.addStint({ ...stint, user_id: captainId, role: 'captain' })
      break
    }
    case 'LeagueTeamJoined': {
      const { userId } = event.data
      rows.addStint({ ...stint, user_id: userId, role: 'member' })
      if (team && !team.is_real && rows.isReal(userId)) rows.saveTeam({ ...team, is_real: true })
      break
    }
    case 'LeagueTeamLeft':
      rows.changeOpenStint(teamId, event.data.userId, { left_at: at })
      break
    case 'LeagueTeamRoleChanged': {
      const { userId, role } = event.data
      rows.changeOpenStint(teamId, userId, { role })
      if (role === 'captain' && team) rows.saveTeam({ ...team, captain_id: userId })
      break
    }
    case 'LeagueTeamDisbanded':
      if (team) rows.saveTeam({ ...team, disbanded_at: at })
      break
    default:
      event satisfies never
  }
}

/** Notifies members of a change, each in their own room. The frame contains only the topic. */
async function changesOf(
  tx: Transaction<LeaguesTables>,
  rows: Rows,
  facts: readonly LeaguesFact[],
): Promise<readonly LiveChange[]> {
  // A joker is secret: only its player is notified.
  const others = facts.filter((fact) => !isOfJoker(fact as Recorded<LeaguesFact>))
  const changed = new Set(others.flatMap(({ data }) => ('leagueId' in data ? [data.leagueId] : [])))
  const hasDeletion = others.some(({ type }) => type === 'UserDeleted')
  const notifiedLeagues = [...rows.leagues.values()]
    .filter(({ id, members }) => members <= MAX_NOTIFIED && (hasDeletion || changed.has(id)))
    .map(({ id }) => id)
  const members = await tx
    .selectFrom('members')
    .select('user_id')
    .distinct()
    .where('league_id', '=', sql<number>`any(${notifiedLeagues}::int[])`)
    .execute()
  const named = facts.flatMap((fact) => (fact.type === 'UserRegistered' ? [] : personsOf(fact)))
  const users = new Set([...named, ...members.map((member) => member.user_id)])
  return [...users].map((id) => ({ room: `user:${id}`, topic: 'leagues' }))
}

/** Leagues with their rules and teams, and the times at which each player joined and left. */
export const leaguesGroup: ProjectionGroup<LeaguesTables, LeaguesFact> = {
  name: 'leagues',
  version: 7,
  events: typesOf(handled),
  filter: isAboutLeagues,
  ...tablesFor(leaguesModel),
  project: projectLeagues,
}
