import * as z from 'zod/mini'
import { byAdministrator, byGame, bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'
import { Registration } from './contract.ts'

/** Ids of users. */
export const userIds: IdKind = { name: 'user', views: ['people'], isOrdered: true }

/** The stream of the account with this username; `accountKey` is the name's keyed hash. */
export const accountStream = (accountKey: string): string => `account-${accountKey}`

/**
 * Stream `account-{hmac(normalised username)}`: both the name reservation and the account. After a deletion the name
 * can be registered again in the same stream, with a new user id. `username` and the `reason` written by an
 * administrator are encrypted with the person's key. `why` an administrator deleted an account is a fixed code, because
 * it outlives that key.
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
    how: 'self' | 'passkey' | 'token' | 'security-answer' | 'admin'
    reason?: string | null
  }>({ encrypted: { subject: 'userId', fields: ['reason'] }, test: bySecret }),
  UserDeleted: event<{ userId: number; why?: 'asked' | 'abuse' | 'cheating' | 'duplicate' | 'inactive' }>({
    test: { by: 'accounts', does: 'delete', fields: z.object({}) },
  }),
}
export type AccountEvent = EventsOf<typeof accountEvents>

/**
 * Stream `lockout-{hmac(ip)}`. `ip` is an IPv4 address or an IPv6 /64, encrypted with the key of its day. It becomes
 * null when that key is destroyed after 30 days. `IpForgotten` comes earlier and removes the address from every list.
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

/**
 * Stream `administrators`: serialises appointments and dismissals, so that at least one administrator remains
 * (docs/threats.md T57).
 */
export const administratorsEvents = {
  AdministratorAppointed: event<{ userId: number }>({ test: byAdministrator }),
  AdministratorDismissed: event<{ userId: number }>({ test: byAdministrator }),
}
export type AdministratorsEvent = EventsOf<typeof administratorsEvents>
