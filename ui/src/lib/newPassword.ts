import { LEAST_PASSWORD } from '../../../src/areas/recovery/constants.ts'

/** What is wrong with a form that asks for a new password, by its fields; `all`: with the form as a whole. */
export type Problems = Readonly<Partial<Record<'username' | 'token' | 'password' | 'again' | 'all', string>>>

const UNEQUAL = "Passwords don't match"

export interface PasswordPair {
  readonly password: string
  readonly again: string
}

/** What stands against a new password that comes with a token; nothing: {}. */
export function tokenProblems({ token, password, again }: PasswordPair & { readonly token: string }): Problems {
  return {
    ...(token.trim() ? {} : { token: 'Invalid reset link' }),
    ...(password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.token ? { password: 'Password too short' } : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/** What stands against one that comes with a secret, and with a name from who is not signed in. */
export function secretProblems(
  given: PasswordPair & { readonly username?: string; readonly secret: string },
): Problems {
  const { username, secret, password, again } = given
  return {
    ...(username?.trim() !== '' && secret && password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.secret
      ? { password: `Password must be at least ${LEAST_PASSWORD.secret} characters long` }
      : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/** The first of them, as a toast says it. */
export const firstOf = ({ token, all, password, again }: Problems): string | undefined =>
  token ?? all ?? password ?? again
