import type { Wrote } from '../../kernel/command-handler.ts'
import { withinRequest } from '../../kernel/deadline.ts'
import { NAME_REFUSALS } from '../../kernel/names.ts'
import { HttpProblem, problemsOf, tooMany } from '../../slice/problem.ts'
import type { AccountRefusal } from './account-decider.ts'
import type { SecretRefused } from './commands.ts'

/** One message for a wrong password and an unknown user (T11). */
const WRONG_PASSWORD = 'Invalid username or password'
/** Of somebody who is signed in and says so again. */
export const WRONG_PRESENT_PASSWORD = 'Your present password is not right'

/** How long a refused secret waits for the list of locks to show it. */
const WAIT_MS = 1_000
/** Names of projections that have not passed the position in time; as in the web layer. */
export type WaitFor = (
  position: NonNullable<Wrote['position']>,
  types: readonly string[],
  timeoutMs: number,
) => Promise<readonly string[]>

/** The sentences of account refusals, as players read them. */
export const accountProblem = problemsOf<AccountRefusal | 'last-administrator' | 'claimed'>({
  'username-invalid': [400, 'Username must be 3 to 30 letters, digits, _, - or .', 'username'],
  'username-reserved': [400, 'Usernames beginning with test_ are reserved', 'username'],
  'name-reserved': [400, NAME_REFUSALS['name-reserved'], 'username'],
  'username-taken': [409, 'That username is already taken'],
  'no-such-account': [404, 'User not found'],
  'own-account': [409, 'You cannot change or delete your own account'],
  claimed: [409, 'This has been used already'],
  'last-administrator': [409, 'The last administrator cannot be demoted or deleted'],
})

/** By the limit: of an address, or of an account for those who come from elsewhere than usual (T77), whether there is such an account or not. */
const TOO_MANY = {
  locked: 'Too many failed login attempts.',
  throttled: 'Too many failed logins to this account. Sign in where you have before, or ask for a link by mail.',
} as const

/** The refusal of a secret, once the list of locks shows it: it does not fit, in these words, or is not looked at for now. */
export async function secretRefusal(
  waitFor: WaitFor,
  { rejected, wrote, until = '', at = '' }: SecretRefused,
  wrong: string = WRONG_PASSWORD,
): Promise<HttpProblem> {
  if (wrote?.position) await waitFor(wrote.position, wrote.types, withinRequest(WAIT_MS))
  return rejected === 'wrong' ? new HttpProblem(401, wrong) : tooMany(TOO_MANY[rejected], until, at)
}
