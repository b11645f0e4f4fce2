import type { Wrote } from '../../kernel/command-handler.ts'
import { withinRequest } from '../../kernel/deadline.ts'
import { NAME_REFUSALS } from '../../kernel/names.ts'
import { HttpProblem, problemsOf, tooMany } from '../../slice/problem.ts'
import type { AccountRefusal } from './account-decider.ts'
import type { SecretRefused } from './commands.ts'

/** The same message for a wrong password and an unknown user (T11). */
const WRONG_PASSWORD = 'Invalid username or password'
/** For a signed-in user who confirms with the password. */
export const WRONG_PRESENT_PASSWORD = 'That’s not your current password'
/** For a signed-in user who must confirm. */
export const NEEDS_PASSWORD = 'Enter your current password to change this'

/** Maximum wait for the list of locks to include a refused secret, in ms. */
const WAIT_MS = 1_000
/** Returns the names of projections that have not passed the position in time, as in the web layer. */
export type WaitFor = (
  position: NonNullable<Wrote['position']>,
  types: readonly string[],
  timeoutMs: number,
) => Promise<readonly string[]>

/** Messages of account refusals, as shown to players. */
export const accountProblem = problemsOf<AccountRefusal | 'last-administrator' | 'claimed'>({
  'username-invalid': [400, 'Username must be 3 to 30 letters, digits, _, - or .', 'username'],
  'username-reserved': [400, 'Usernames beginning with test_ are reserved', 'username'],
  'name-reserved': [400, NAME_REFUSALS['name-reserved'], 'username'],
  'username-taken': [409, 'That username is already taken'],
  'no-such-account': [404, 'User not found'],
  'own-account': [409, 'You cannot change or delete your own account'],
  claimed: [409, 'You have already used this'],
  'last-administrator': [409, 'You can’t demote or delete the last administrator'],
})

/** By the limit: of an address, or of an account without a trusted device (T77). The same for an unknown account. */
const TOO_MANY = {
  locked: 'Too many failed login attempts.',
  throttled:
    'Too many failed logins to this account. Sign in from a device you’ve used before, or get a link by email.',
} as const

/** The problem of a refused secret, once the list of locks includes it. `wrong` is its message for a wrong secret. */
export async function secretRefusal(
  waitFor: WaitFor,
  { rejected, wrote, until = '', at = '' }: SecretRefused,
  wrong: string = WRONG_PASSWORD,
): Promise<HttpProblem> {
  if (wrote?.position) await waitFor(wrote.position, wrote.types, withinRequest(WAIT_MS))
  return rejected === 'wrong' ? new HttpProblem(401, wrong) : tooMany(TOO_MANY[rejected], until, at)
}
