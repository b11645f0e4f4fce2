import { LEAST_PASSWORD } from '../../../src/areas/recovery/constants.ts'

/** Problems of a form for a new password, by field; `all` is for the form as a whole. */
export type Problems = Readonly<Partial<Record<'username' | 'token' | 'password' | 'again' | 'all', string>>>

const UNEQUAL = "Passwords don't match"

export interface PasswordPair {
  readonly password: string
  readonly again: string
}

/** Checks a new password set with a reset token; `{}` if it is valid (R110). */
export function tokenProblems({ token, password, again }: PasswordPair & { readonly token: string }): Problems {
  return {
    ...(token.trim() ? {} : { token: 'Invalid reset link' }),
    ...(password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.token ? { password: 'Password too short' } : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/**
 * Checks a new password set with a secret. `username` is present if the user is not signed in (R112), `secret` unless a passkey
 * has proven the user (R396).
 */
export function secretProblems(
  form: PasswordPair & { readonly username?: string; readonly secret?: string },
): Problems {
  const { username, secret, password, again } = form
  return {
    ...(username?.trim() !== '' && secret !== '' && password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.secret
      ? { password: `Password must be at least ${LEAST_PASSWORD.secret} characters long` }
      : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/** Returns the first problem, for a toast. */
export const firstOf = ({ token, all, password, again }: Problems): string | undefined =>
  token ?? all ?? password ?? again
