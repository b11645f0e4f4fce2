import type { NamingOf } from '../kernel/naming.ts'
import type { AccountEvent, AdministratorsEvent, LockoutEvent } from './events.ts'

/** Whom the events of accounts, of locks and of administrators name. */
export const accountNaming: NamingOf<AccountEvent | LockoutEvent | AdministratorsEvent> = {
  UserRegistered: { people: ['userId'], own: 'userId' },
  UserLoggedIn: { people: ['userId'], own: 'userId' },
  UserRoleChanged: { people: ['userId'], own: 'userId' },
  UserPasswordChanged: { people: ['userId'], own: 'userId' },
  UserDeleted: { people: ['userId'], own: 'userId' },
  LoginFailed: { people: [], secret: ['key'] },
  IpLocked: { people: [], secret: ['key'] },
  IpUnlocked: { people: [], secret: ['key'] },
  IpForgotten: { people: [], secret: ['key'] },
  AdministratorAppointed: { people: ['userId'] },
  AdministratorDismissed: { people: ['userId'] },
}
