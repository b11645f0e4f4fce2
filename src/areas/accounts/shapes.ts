import type { Wrote } from '../../kernel/command-handler.ts'
import type { Role } from './account-decider.ts'
import type { Visitor } from './lockouts.ts'
import type { Queued } from './passwords.ts'

/** A username and a password as typed. */
export interface NameAndPassword {
  readonly username: string
  readonly password: string
}

/** A visitor who signs in, with the user agent. */
export interface SignInVisitor extends Visitor {
  readonly userAgent?: string | undefined
}

/** An account created without a session, by simulations or for the first administrator. */
export interface NewAccount extends NameAndPassword {
  readonly role: Role
  /** Allows `test_…` names, for the testing tool. */
  readonly reservedAllowed?: true
  /** Set by a simulation, which can then repeat the command: an existing account with this id is returned. */
  readonly userId?: number
  /** The password's hash, computed once for many simulated users. */
  readonly passwordHash?: string
  /** How the hash waits for a core. */
  readonly queued?: Queued
}

export type SignedIn = {
  readonly ok: true
  readonly userId: number
  readonly username: string
  readonly role: Role
  readonly createdAt: string
  /** Session token for the cookie. */
  readonly token: string
  /** The browser's number for its cookie: the existing one, or a new one. */
  readonly device: string
  readonly wrote: Wrote | undefined
}

export interface PasswordMore {
  /** Why an administrator sets the password. */
  readonly reason?: string | undefined
  /** Called after the hash, right before the change: claims a token that can be used once. */
  readonly claim?: () => Promise<boolean>
  /** Hash of the password that was proven. The change is refused if it is no longer current. */
  readonly replaces?: string
  /** The session that continues. */
  readonly keeps?: string
  /** The owner's browser and address, which become trusted. */
  readonly visitor?: Visitor
}
