import type { Decider } from '../../kernel/decider.ts'
import type { ProfileEvent } from './events.ts'

/** Profile fields of a person; null if not set, or after the person's key is destroyed. */
export interface ProfileState {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly bio: string | null
  readonly location: string | null
  readonly phone: string | null
  readonly favoriteTeam: number | null
  /** File name of the picture. */
  readonly avatar: string | null
}

/** Fields of a change. Missing fields stay unchanged. */
export type ProfileFields = Partial<Omit<ProfileState, 'avatar'>>

export type ProfileCommand =
  | { readonly type: 'change'; readonly userId: number; readonly fields: ProfileFields }
  | { readonly type: 'set-avatar'; readonly userId: number; readonly name: string }
  | { readonly type: 'remove-avatar'; readonly userId: number }

const NAMES = ['firstName', 'lastName'] as const
const OTHERS = ['bio', 'location', 'phone', 'favoriteTeam'] as const

/** Decides about the profile of one person (docs/rules.md R130, R131, R133). Unchanged values cause no event. */
export const profileDecider: Decider<ProfileCommand, ProfileEvent, ProfileState, never> = {
  initialState: {
    ...{ firstName: null, lastName: null, bio: null, location: null, phone: null },
    ...{ favoriteTeam: null, avatar: null },
  },

  evolve(state, { type, data }) {
    switch (type) {
      case 'NameChanged':
        return { ...state, firstName: data.firstName, lastName: data.lastName }
      case 'ProfileChanged': {
        const { userId: _, ...fields } = data
        return { ...state, ...fields }
      }
      case 'AvatarChanged':
        return { ...state, avatar: data.name }
      case 'AvatarRemoved':
        return { ...state, avatar: null }
    }
  },

  decide(command, state) {
    const { userId } = command
    switch (command.type) {
      case 'change':
        return changes(userId, command.fields, state)
      case 'set-avatar':
        return [{ type: 'AvatarChanged', data: { userId, name: command.name, replaced: state.avatar } }]
      case 'remove-avatar':
        return state.avatar === null ? [] : [{ type: 'AvatarRemoved', data: { userId, name: state.avatar } }]
    }
  },
}

function changes(userId: number, fields: ProfileFields, state: ProfileState): ProfileEvent[] {
  const isNew = (field: keyof ProfileFields) => fields[field] !== undefined && fields[field] !== state[field]
  const { firstName = state.firstName, lastName = state.lastName } = fields
  const others = Object.fromEntries(OTHERS.filter(isNew).map((field) => [field, fields[field]]))
  return [
    ...(NAMES.some(isNew) ? [{ type: 'NameChanged' as const, data: { userId, firstName, lastName } }] : []),
    ...(Object.keys(others).length > 0 ? [{ type: 'ProfileChanged' as const, data: { userId, ...others } }] : []),
  ]
}
