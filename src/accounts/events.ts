import type { Event } from '../kernel/event.ts'

/**
 * Stream `account-{hmac(normalised username)}`: name reservation and account in one. After a deletion the name begins a
 * new life in the same stream, with a new user id. `username` is personal data under the person's key.
 */
export type AccountEvent =
  | Event<'UserRegistered', { userId: number; username: string; role: 'user' | 'admin' }>
  | Event<'UserLoggedIn', { userId: number }>
  | Event<'UserRoleChanged', { userId: number; role: 'user' | 'admin' }>
  | Event<'UserPasswordChanged', { userId: number; how: 'self' | 'token' | 'security-answer' | 'admin' }>
  | Event<'UserDeleted', { userId: number }>

/** Stream `lockout-{hmac(ip)}`. `ip` is encrypted with the key of that day, destroyed after 30 days. */
export type LockoutEvent =
  | Event<'LoginFailed', { key: string; ip: string; attempts: number }>
  | Event<'IpLocked', { key: string; ip: string; attempts: number; until: string }>
  | Event<'IpUnlocked', { key: string; ip: string; how: 'expired' | 'admin' | 'login' }>

/** Stream `administrators`: serialises who may be one, so that there is always at least one (security.md T57). */
export type AdministratorsEvent =
  | Event<'AdministratorAppointed', { userId: number }>
  | Event<'AdministratorDismissed', { userId: number }>
