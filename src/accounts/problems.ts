import { HttpProblem, wrongField } from '../slice/problem.ts'
import type { AccountRefusal } from './account-decider.ts'
import type { Refused } from './commands.ts'
import type { Wrote } from './wrote.ts'

/** One message for a wrong password and an unknown user (T11). */
const WRONG_PASSWORD = 'Invalid username or password'
/** Of somebody who is signed in and says so again. */
export const WRONG_PRESENT_PASSWORD = 'Your present password is not right'

/** How long a refused secret waits for the list of locks to show it. */
const WAIT_MS = 1_000
/** Names of projections that have not passed the position in time; as in the web layer. */
export type WaitFor = (
  position: Wrote['position'],
  types: readonly string[],
  timeoutMs: number,
) => Promise<readonly string[]>

/** The sentences of account refusals, as players read them. */
export function accountProblem(code: AccountRefusal | 'last-administrator' | 'claimed'): HttpProblem {
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
    case 'claimed':
      return new HttpProblem(409, 'This has been used already')
    case 'last-administrator':
      return new HttpProblem(409, 'The last administrator cannot be demoted or deleted')
  }
}

/** A secret that does not fit, in these words, or that is not looked at for now. */
function secretProblem(
  { rejected, until = '', at = '' }: Refused<'wrong' | 'locked' | 'not-yet'>,
  wrong: string = WRONG_PASSWORD,
): HttpProblem {
  switch (rejected) {
    case 'wrong':
      return new HttpProblem(401, wrong)
    case 'locked':
      return lockedProblem(until, at)
    case 'not-yet':
      return notYetProblem(until, at)
  }
}

/** The refusal of a secret, once the list of locks shows it. */
export async function secretRefusal(
  waitFor: WaitFor,
  refused: Refused<'wrong' | 'locked' | 'not-yet'>,
  wrong?: string,
): Promise<HttpProblem> {
  if (refused.wrote) await waitFor(refused.wrote.position, refused.wrote.types, WAIT_MS)
  return secretProblem(refused, wrong)
}

/** Too many failed logins: says in how many minutes the lock ends. */
const lockedProblem = (until: string, at: string): HttpProblem =>
  later('Too many failed login attempts.', secondsTo(until, at), 60)

/** Others are guessing at this account, and from elsewhere than usual one has to wait: says how long, the same for names that nobody has. */
function notYetProblem(until: string, at: string): HttpProblem {
  const seconds = secondsTo(until, at)
  return later('Too many login attempts for this account right now.', seconds, seconds > 60 ? 60 : 1)
}

/** Too many registrations of one address. */
export const tooManyRegistrations = (until: string, at: string): HttpProblem =>
  later('Too many accounts have been created from here.', secondsTo(until, at), 60)

const secondsTo = (until: string, at: string): number =>
  Math.max(1, Math.ceil((Date.parse(until) - Date.parse(at)) / 1_000))

/** 429 with when to try again, in `unit`s of that many seconds. */
function later(what: string, seconds: number, unit: 1 | 60): HttpProblem {
  const count = Math.ceil(seconds / unit)
  const units = `${unit === 60 ? 'minute' : 'second'}${count === 1 ? '' : 's'}`
  return new HttpProblem(429, `${what} Please try again in ${count} ${units}.`, { retryAfterSeconds: seconds })
}
