import * as z from 'zod/mini'
import { byAdministrator, byGame, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'
import { Registration } from './contract.ts'

/** Users. */
export const userIds: IdKind = { name: 'user', views: ['people'], isOrdered: true }

/** The stream of the account behind a name; `accountKey` is the name's fingerprint. */
export const accountStream = (accountKey: string): string => `account-${accountKey}`

/**
 * Stream `account-{hmac(normalised username)}`: name reservation and account in one. After a deletion the name begins a
 * new life in the same stream, with a new user id. `username` is encrypted with the person's key, and so is the `reason` that an
 * administrator wrote. `why` an administrator deleted an account is one of a few words, as it outlives that key.
 */
export const accountEvents = {
  UserRegistered: event<{ userId: number; username: string; role: 'user' | 'admin' }>({
    encrypted: { subject: 'userId', fields: ['username'] },
    test: {
      by: 'accounts',
      does: 'register',
      fields: z.object({ username: Registration.shape.username, password: z.optional(Registration.shape.password) }),
    },
  }),
  UserLoggedIn: event<{ userId: number }>({ test: bySecret }),
  UserRoleChanged: event<{ userId: number; role: 'user' | 'admin' }>({ test: byAdministrator }),
  UserPasswordChanged: event<{
    userId: number
    how: 'self' | 'token' | 'security-answer' | 'admin'
    reason?: string | null
  }>({ encrypted: { subject: 'userId', fields: ['reason'] }, test: bySecret }),
  UserDeleted: event<{ userId: number; why?: 'asked' | 'abuse' | 'cheating' | 'duplicate' | 'inactive' }>({
    test: { by: 'accounts', does: 'delete', fields: z.object({}) },
  }),
}
export type AccountEvent = EventsOf<typeof accountEvents>

/**
 * Stream `lockout-{hmac(ip)}`. `ip` is an IPv4 address or an IPv6 /64, encrypted with the key of that day and null once
 * that is destroyed, after 30 days. `IpForgotten` comes before: from then on no list shows the address.
 */
export const lockoutEvents = {
  LoginFailed: event<{ key: string; ip: string | null; attempts: number }>({
    encrypted: { subject: '$day', fields: ['ip'] },
    test: byGame,
  }),
  IpLocked: event<{ key: string; ip: string | null; attempts: number; until: string }>({
    encrypted: { subject: '$day', fields: ['ip'] },
    test: byGame,
  }),
  IpUnlocked: event<{ key: string; ip: string | null; how: 'expired' | 'admin' | 'login' }>({
    encrypted: { subject: '$day', fields: ['ip'] },
    test: byGame,
  }),
  IpForgotten: event<{ key: string }>({ test: byGame }),
}
export type LockoutEvent = EventsOf<typeof lockoutEvents>

/** Stream `administrators`: serialises who may be one, so that there is always at least one (docs/threats.md T57). */
export const administratorsEvents = {
  AdministratorAppointed: event<{ userId: number }>({ test: byAdministrator }),
  AdministratorDismissed: event<{ userId: number }>({ test: byAdministrator }),
}
export type AdministratorsEvent = EventsOf<typeof administratorsEvents>
