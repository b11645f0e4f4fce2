import { type Decider, reject } from '../../kernel/decider.ts'
import { type NameRefusal, nameRefusal } from '../../kernel/names.ts'
import type { Openness } from '../fixtures/cutoff.ts'
import type { Ruleset } from '../league-rules/contract.ts'
import { type ChosenRules, hasClosed, isSameRules, rulesAt, withChosen, withoutFrom } from '../league-rules/rules.ts'
import type { LeagueEvent } from './events.ts'

export interface LeagueSettings {
  readonly name: string
  readonly description: string | null
  readonly type: 'private' | 'public'
}

/** The gameweek from which a change of rules applies. */
export interface NextRules {
  readonly season: string
  readonly gameweek: number
  /** State of the match with its first cutoff, by the latest revision of its stream. */
  readonly firstMatch: Openness
}

interface RulesCommand {
  readonly by: number
  /** null: all gameweeks of the season have begun. */
  readonly next: NextRules | null
  /** Server time of the request, ISO 8601. */
  readonly at: string
}

export type LeagueCommand =
  | {
      readonly type: 'create'
      readonly leagueId: number
      readonly creatorId: number
      readonly joinCode: string
      readonly settings: LeagueSettings
    }
  | { readonly type: 'join-by-code'; readonly userId: number; readonly joinCode: string }
  /** For public leagues only. */
  | { readonly type: 'join-by-click'; readonly userId: number }
  | { readonly type: 'leave'; readonly userId: number }
  | { readonly type: 'remove'; readonly userId: number; readonly by: number }
  /** The account was deleted: never refused. */
  | { readonly type: 'leave-deleted'; readonly userId: number }
  /** Undefined fields keep their values; `adminId` hands the league over. */
  | {
      readonly type: 'change'
      readonly by: number
      readonly settings: Partial<LeagueSettings>
      readonly adminId?: number | undefined
    }
  | { readonly type: 'change-code'; readonly by: number; readonly joinCode: string }
  /** Rejected unless `fromGameweek` is the next gameweek. */
  | (RulesCommand & { readonly type: 'change-rules'; readonly fromGameweek: number; readonly rules: Ruleset })
  | (RulesCommand & { readonly type: 'withdraw-rules' })

export type LeagueState =
  | { readonly status: 'none' }
  | ({
      readonly status: 'active' | 'closed'
      readonly leagueId: number
      readonly creatorId: number
      readonly adminId: number
      readonly joinCode: string
      /** In order of joining. */
      readonly members: readonly number[]
      /** Chosen rules, ascending by season and gameweek. */
      readonly rules: readonly ChosenRules[]
    } & LeagueSettings)

export type LeagueRefusal =
  | 'league-not-found'
  | 'no-such-code'
  | 'already-member'
  | 'not-a-member'
  | 'member-not-found'
  | 'not-the-admin'
  | 'admin-not-a-member'
  | 'season-has-begun'
  | 'gameweek-has-begun'
  | 'not-the-next-gameweek'
  | 'no-upcoming-rules'
  | NameRefusal

type Active = Extract<LeagueState, { leagueId: number }>

/** One league: its settings, members and rules (docs/rules.md R27 to R31, R320 to R326). */
export const leagueDecider: Decider<LeagueCommand, LeagueEvent, LeagueState, LeagueRefusal> = {
  initialState: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'LeagueCreated') {
      const { creatorId, ...rest } = event.data
      return { ...rest, status: 'active', creatorId, adminId: creatorId, members: [creatorId], rules: [] }
    }
    return state.status === 'none' ? state : evolveKnown(state, event)
  },

  decide(command, state) {
    if (command.type === 'create') {
      const { leagueId, creatorId, joinCode, settings } = command
      if (state.status !== 'none') return []
      const refused = nameRefusal(settings.name)
      if (refused) return reject(refused)
      return [{ type: 'LeagueCreated', data: { leagueId, ...settings, creatorId, joinCode } }]
    }
    if (command.type === 'join-by-code' && (state.status !== 'active' || state.joinCode !== command.joinCode))
      return reject('no-such-code')
    if (state.status !== 'active') return command.type === 'leave-deleted' ? [] : reject('league-not-found')
    switch (command.type) {
      case 'join-by-code':
        return join(state, command.userId, 'code')
      case 'join-by-click':
        if (state.type === 'private' && !state.members.includes(command.userId)) return reject('league-not-found')
        return join(state, command.userId, 'click')
      case 'leave':
        if (!state.members.includes(command.userId)) return reject(unseenBy(state, 'not-a-member'))
        return leave(state, command.userId, 'left')
      case 'leave-deleted':
        return state.members.includes(command.userId) ? leave(state, command.userId, 'deleted') : []
      case 'remove': {
        const refusal = refusalOf(state, command.by)
        if (refusal) return reject(refusal)
        if (!state.members.includes(command.userId)) return reject('member-not-found')
        return leave(state, command.userId, command.userId === command.by ? 'left' : 'removed')
      }
      case 'change':
        return change(state, command)
      case 'change-code': {
        const refusal = refusalOf(state, command.by)
        if (refusal) return reject(refusal)
        return [{ type: 'LeagueJoinCodeChanged', data: { leagueId: state.leagueId, joinCode: command.joinCode } }]
      }
      case 'change-rules':
        return changeRules(state, command)
      case 'withdraw-rules':
        return withdrawRules(state, command)
    }
  },
}

function evolveKnown(state: Active, event: Exclude<LeagueEvent, { type: 'LeagueCreated' }>): LeagueState {
  switch (event.type) {
    case 'LeagueChanged': {
      const { name, description, type } = event.data
      return { ...state, name, description, type }
    }
    case 'LeagueJoined':
      return { ...state, members: [...state.members, event.data.userId] }
    case 'LeagueLeft':
      return { ...state, members: state.members.filter((id) => id !== event.data.userId) }
    case 'LeagueAdminChanged':
      return { ...state, adminId: event.data.userId }
    case 'LeagueJoinCodeChanged':
      return { ...state, joinCode: event.data.joinCode }
    case 'LeagueRulesChanged': {
      const { season, fromGameweek, rules } = event.data
      return { ...state, rules: withChosen(state.rules, { season, fromGameweek, rules }) }
    }
    case 'LeagueRulesWithdrawn': {
      const { season, fromGameweek: gameweek } = event.data
      return { ...state, rules: withoutFrom(state.rules, { season, gameweek }) }
    }
    case 'LeagueClosed':
      return { ...state, status: 'closed' }
  }
}

function join(state: Active, userId: number, how: 'code' | 'click') {
  if (state.members.includes(userId)) return reject('already-member')
  return [{ type: 'LeagueJoined' as const, data: { leagueId: state.leagueId, userId, how } }]
}

/** The longest-standing member succeeds an admin who leaves; the last leave closes the league. */
function leave({ leagueId, members, adminId }: Active, userId: number, how: 'left' | 'removed' | 'deleted') {
  const events: LeagueEvent[] = [{ type: 'LeagueLeft', data: { leagueId, userId, how } }]
  const next = members.find((id) => id !== userId)
  if (next === undefined) events.push({ type: 'LeagueClosed', data: { leagueId } })
  else if (userId === adminId)
    events.push({ type: 'LeagueAdminChanged', data: { leagueId, userId: next, how: 'succession' } })
  return events
}

function change(state: Active, command: Extract<LeagueCommand, { type: 'change' }>) {
  const refusal = refusalOf(state, command.by)
  if (refusal) return reject(refusal)
  const { leagueId, name, description, type, adminId } = state
  const before = { name, description, type }
  const settings = { ...before, ...command.settings }
  const refused = settings.name === name ? null : nameRefusal(settings.name)
  if (refused) return reject(refused)
  const to = command.adminId ?? adminId
  if (!state.members.includes(to)) return reject('admin-not-a-member')
  const events: LeagueEvent[] = []
  if ((['name', 'description', 'type'] as const).some((key) => settings[key] !== before[key]))
    events.push({ type: 'LeagueChanged', data: { leagueId, ...settings } })
  if (to !== adminId) events.push({ type: 'LeagueAdminChanged', data: { leagueId, userId: to, how: 'handed-over' } })
  return events
}

/** Rules that wait for their gameweek are replaced. Choosing the ones in force takes those back (R322). */
function changeRules(state: Active, command: Extract<LeagueCommand, { type: 'change-rules' }>) {
  const { by, next, fromGameweek, rules, at } = command
  const refusal = refusalOf(state, by)
  if (refusal) return reject(refusal)
  if (next === null) return reject('season-has-begun')
  if (fromGameweek < next.gameweek || hasClosed(next.firstMatch, at)) return reject('gameweek-has-begun')
  if (fromGameweek > next.gameweek) return reject('not-the-next-gameweek')
  const { leagueId } = state
  const { season } = next
  if (isSameRules(rulesAt(state.rules, next), rules) && !hasRulesAfter(state, next)) return []
  const inForce = withoutFrom(state.rules, next)
  if (isSameRules(rulesAt(inForce, next), rules))
    return [{ type: 'LeagueRulesWithdrawn' as const, data: { leagueId, season, fromGameweek } }]
  return [{ type: 'LeagueRulesChanged' as const, data: { leagueId, season, fromGameweek, rules } }]
}

function withdrawRules(state: Active, { by, next, at }: Extract<LeagueCommand, { type: 'withdraw-rules' }>) {
  const refusal = refusalOf(state, by)
  if (refusal) return reject(refusal)
  const { leagueId, rules } = state
  if (next === null || hasClosed(next.firstMatch, at) || withoutFrom(rules, next).length === rules.length)
    return reject('no-upcoming-rules')
  return [
    { type: 'LeagueRulesWithdrawn' as const, data: { leagueId, season: next.season, fromGameweek: next.gameweek } },
  ]
}

/** A purge of simulated results may leave rules of a gameweek after the next one. */
const hasRulesAfter = ({ rules }: Active, { season, gameweek }: NextRules): boolean =>
  rules.some((each) => each.season === season && each.fromGameweek > gameweek)

/** Why a user may not act as the league’s admin; undefined: they may. */
function refusalOf(state: Active, userId: number): LeagueRefusal | undefined {
  if (userId === state.adminId) return undefined
  return state.members.includes(userId) ? 'not-the-admin' : unseenBy(state, 'not-the-admin')
}

/** Private leagues are hidden from non-members (R28). */
const unseenBy = ({ type }: Active, otherwise: LeagueRefusal): LeagueRefusal =>
  type === 'private' ? 'league-not-found' : otherwise
