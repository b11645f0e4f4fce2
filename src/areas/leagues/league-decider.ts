import { type Decider, reject } from '../../kernel/decider.ts'
import { type NameRefusal, nameRefusal } from '../../kernel/names.ts'
import type { LeagueEvent } from './events.ts'

export interface LeagueSettings {
  readonly name: string
  readonly description: string | null
  readonly type: 'private' | 'public'
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
    } & LeagueSettings)

export type LeagueRefusal =
  | 'league-not-found'
  | 'no-such-code'
  | 'already-member'
  | 'not-a-member'
  | 'member-not-found'
  | 'not-the-admin'
  | 'admin-not-a-member'
  | NameRefusal

type Active = Extract<LeagueState, { leagueId: number }>

/** One league: its settings and members (docs/rules.md R27 to R31). */
export const leagueDecider: Decider<LeagueCommand, LeagueEvent, LeagueState, LeagueRefusal> = {
  initialState: { status: 'none' },

  evolve(state, event) {
    if (event.type === 'LeagueCreated') {
      const { creatorId, ...rest } = event.data
      return { ...rest, status: 'active', creatorId, adminId: creatorId, members: [creatorId] }
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

/** Why a user may not act as the league’s admin; undefined: they may. */
function refusalOf(state: Active, userId: number): LeagueRefusal | undefined {
  if (userId === state.adminId) return undefined
  return state.members.includes(userId) ? 'not-the-admin' : unseenBy(state, 'not-the-admin')
}

/** Private leagues are hidden from non-members (R28). */
const unseenBy = ({ type }: Active, otherwise: LeagueRefusal): LeagueRefusal =>
  type === 'private' ? 'league-not-found' : otherwise
