import type { NamingOf } from '../kernel/naming.ts'
import type { ProfileEvent } from './events.ts'

/** Whom the events of profiles name. */
export const profileNaming: NamingOf<ProfileEvent> = {
  NameChanged: { people: ['userId'], own: 'userId' },
  ProfileChanged: { people: ['userId'], own: 'userId' },
  AvatarChanged: { people: ['userId'], own: 'userId' },
  AvatarRemoved: { people: ['userId'], own: 'userId' },
}
