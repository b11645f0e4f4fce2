import { isReservedName, NAME_REFUSALS, nameRefusal } from '../../kernel/names.ts'
import { displayNameOf } from './display-name.ts'
import type { ProfileFields, ProfileState } from './profile-decider.ts'

const NAMES = ['firstName', 'lastName'] as const
const HAS_AT = 'Leave out the @: it marks usernames'

/**
 * Returns why new names are rejected, and the field concerned; null: they are allowed. Unchanged names are not checked. Neither a single
 * word of a name nor the whole name may be a reserved word (docs/threats.md T91).
 */
export function refusedName(fields: ProfileFields, state: ProfileState) {
  let last: (typeof NAMES)[number] | undefined
  for (const field of NAMES) {
    const name = fields[field]
    if (name == null || name === state[field]) continue
    last = field
    if (name.normalize('NFKC').includes('@')) return { field, detail: HAS_AT }
    const refusal = nameRefusal(name) ?? (name.split(/\s/).some(isReservedName) ? 'name-reserved' : null)
    if (refusal) return { field, detail: NAME_REFUSALS[refusal] }
  }
  const whole = displayNameOf('', { ...state, ...fields })
  return last && isReservedName(whole) ? { field: last, detail: NAME_REFUSALS['name-reserved'] } : null
}
