import { HttpProblem, wrongField } from '../web/problem.ts'
import type { AccountRefusal } from './account-decider.ts'

/** The sentences of account refusals, as players read them. */
export function accountProblem(code: AccountRefusal | 'last-administrator'): HttpProblem {
  switch (code) {
    case 'username-invalid':
      return wrongField('username', 'Username must be 3 to 30 letters, digits, _, - or .')
    case 'username-reserved':
      return wrongField('username', 'Usernames beginning with test_ are reserved')
    case 'username-taken':
      return new HttpProblem(409, 'That username is already taken')
    case 'no-such-account':
      return new HttpProblem(404, 'User not found')
    case 'own-account':
      return new HttpProblem(409, 'You cannot change or delete your own account')
    case 'last-administrator':
      return new HttpProblem(409, 'The last administrator cannot be demoted or deleted')
  }
}

/** Too many failed logins: says in how many minutes the lock ends. */
export function lockedProblem(until: string, at: string): HttpProblem {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(at)) / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return new HttpProblem(
    429,
    `Too many failed login attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: seconds },
  )
}

/** One message for a wrong password and an unknown user (T11). */
export const wrongPassword = (): HttpProblem => new HttpProblem(401, 'Invalid username or password')
