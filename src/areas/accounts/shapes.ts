import type { Wrote } from '../../kernel/command-handler.ts'
import type { Role } from './account-decider.ts'
import type { Visitor } from './lockouts.ts'
import type { Queued } from './passwords.ts'

/** A name and a password as somebody typed them. */
export interface NameAndPassword {
  readonly username: string
  readonly password: string
}

/** Somebody who signs in, and what their browser calls itself. */
export interface SignInVisitor extends Visitor {
  readonly userAgent?: string | undefined
}

/** An account without a session: simulations and the first administrator. */
export interface NewAccount extends NameAndPassword {
  readonly role: Role
  /** Lets the testing tool take `test_…` names. */
  readonly reservedAllowed?: true
  /** Given by a simulation, which then may repeat the command: the account that is already there is the answer. */
  readonly userId?: number
  /** The password's hash, made beforehand once for many simulated users. */
  readonly passwordHash?: string
  /** How the hash waits for a core. */
  readonly queued?: Queued
}

export type SignedIn = {
  readonly ok: true
  readonly userId: number
  readonly role: Role
  readonly createdAt: string
  /** For the cookie. */
  readonly token: string
  /** Of the browser, for its cookie: the number that it came with, or a new one. */
  readonly device: string
  readonly wrote: Wrote | undefined
}

export interface PasswordMore {
  /** Why an administrator gives it. */
  readonly reason?: string | undefined
  /** Asked once the hash is made, right before it counts: what gives the right to it may be used once. */
  readonly claim?: () => Promise<boolean>
  /** The hash of the password that was proven for it: where there is another one by now, it counts no more. */
  readonly replaces?: string
  /** The session that goes on. */
  readonly keeps?: string
  /** Where the owner has just proven who they are: the account knows it from now on, also while strangers guess. */
  readonly visitor?: Visitor
}
