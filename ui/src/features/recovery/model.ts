import { LEAST_PASSWORD } from '../../../../src/contracts/recovery-limits.ts'

/** What is wrong with a form, by its fields; `all`: with the form as a whole. */
export type Problems = Readonly<Partial<Record<'username' | 'token' | 'password' | 'again' | 'all', string>>>

const UNEQUAL = "Passwords don't match"

interface NewPassword {
  readonly password: string
  readonly again: string
}

/** What stands against a new password that comes with a token; nothing: {}. */
export function tokenProblems({ token, password, again }: NewPassword & { readonly token: string }): Problems {
  return {
    ...(token.trim() ? {} : { token: 'Invalid reset link' }),
    ...(password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.token ? { password: 'Password too short' } : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/** What stands against one that comes with a name and a secret. */
export function secretProblems(given: NewPassword & { readonly username: string; readonly secret: string }): Problems {
  const { username, secret, password, again } = given
  return {
    ...(username.trim() && secret && password && again ? {} : { all: 'All fields required' }),
    ...(password && password.length < LEAST_PASSWORD.secret
      ? { password: `Password must be at least ${LEAST_PASSWORD.secret} characters long` }
      : {}),
    ...(password && again && password !== again ? { again: UNEQUAL } : {}),
  }
}

/** The first of them, as a toast says it. */
export const firstOf = ({ token, all, password, again }: Problems): string | undefined =>
  token ?? all ?? password ?? again

/** When to try again, as the page of too many attempts says it. */
export function tryAgainIn(seconds: number | undefined): string {
  const minutes = Math.max(1, Math.ceil((seconds ?? 60) / 60))
  if (minutes > 120) return `Try again in ${Math.ceil(minutes / 60)} hours.`
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
