import { secretProblem } from '../accounts/problems.ts'
import type { Wrote } from '../accounts/wrote.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
import type { ChangeRefused, SecretRefused } from './commands.ts'

/** How long a refused secret waits for the list of locks to show it. */
const WAIT_MS = 1_000

/** Names of projections that have not passed the position in time; as in the web layer. */
export type WaitFor = (
  position: Wrote['position'],
  types: readonly string[],
  timeoutMs: number,
) => Promise<readonly string[]>

/** The refusal of a secret, in these words where it is wrong, once the list of locks shows it. */
export type SecretProblem = (refused: SecretRefused, wrong?: string) => Promise<HttpProblem>

export const createSecretProblem =
  (waitFor: WaitFor): SecretProblem =>
  async (refused, wrong) => {
    if (refused.wrote) await waitFor(refused.wrote.position, refused.wrote.types, WAIT_MS)
    return secretProblem(refused, wrong)
  }

/** The refusal of a change of address, question or answer (docs/rules.md R111). */
export async function changeProblem(refused: ChangeRefused, secret: SecretProblem): Promise<HttpProblem> {
  switch (refused.rejected) {
    case 'password-needed':
      return new HttpProblem(403, 'Please give your present password to change this')
    case 'answer-needed':
      return wrongField('securityAnswer', 'A question needs its answer, and an answer its question')
    case 'bad-answer':
      return wrongField('securityAnswer', refused.detail)
    default:
      return secret(refused, 'Your present password is not right')
  }
}
