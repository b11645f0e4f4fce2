import type { Event, Hearing } from '../kernel/event.ts'

/**
 * Stream `account-{hmac(normalised username)}`: name reservation and account in one. After a deletion the name begins a
 * new life in the same stream, with a new user id. `username` is personal data under the person's key, and so is the `reason` that an
 * administrator wrote. `why` an administrator deleted somebody is one of a few words, as it outlives that key.
 */
export type AccountEvent =
  | Event<'UserRegistered', { userId: number; username: string; role: 'user' | 'admin' }>
  | Event<'UserLoggedIn', { userId: number }>
  | Event<'UserRoleChanged', { userId: number; role: 'user' | 'admin' }>
  | Event<
      'UserPasswordChanged',
      { userId: number; how: 'self' | 'token' | 'security-answer' | 'admin'; reason?: string | null }
    >
  | Event<'UserDeleted', { userId: number; why?: 'asked' | 'abuse' | 'cheating' | 'duplicate' | 'inactive' }>

/** For those who hear of accounts only that one was deleted. */
export const deletionsOnly = {
  UserRegistered: false,
  UserLoggedIn: false,
  UserRoleChanged: false,
  UserPasswordChanged: false,
  UserDeleted: true,
} as const satisfies Hearing<AccountEvent>

/**
 * Stream `lockout-{hmac(ip)}`. `ip` is an IPv4 address or an IPv6 /64, encrypted with the key of that day and null once
 * that is destroyed, after 30 days. `IpForgotten` comes before: from then on no list shows the address.
 */
export type LockoutEvent =
  | Event<'LoginFailed', { key: string; ip: string | null; attempts: number }>
  | Event<'IpLocked', { key: string; ip: string | null; attempts: number; until: string }>
  | Event<'IpUnlocked', { key: string; ip: string | null; how: 'expired' | 'admin' | 'login' }>
  | Event<'IpForgotten', { key: string }>

/** Stream `administrators`: serialises who may be one, so that there is always at least one (docs/threats.md T57). */
export type AdministratorsEvent =
  | Event<'AdministratorAppointed', { userId: number }>
  | Event<'AdministratorDismissed', { userId: number }>
