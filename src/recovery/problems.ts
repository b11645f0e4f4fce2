import { secretRefusal, type WaitFor, WRONG_PRESENT_PASSWORD } from '../accounts/problems.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
import type { ChangeRefused } from './commands.ts'

/** The refusal of a change of address, question or answer (docs/rules.md R111). */
export async function changeProblem(refused: ChangeRefused, waitFor: WaitFor): Promise<HttpProblem> {
  switch (refused.rejected) {
    case 'password-needed':
      return new HttpProblem(403, 'Please give your present password to change this')
    case 'answer-needed':
      return wrongField('securityAnswer', 'A question needs its answer, and an answer its question')
    case 'bad-answer':
      return wrongField('securityAnswer', refused.detail)
    default:
      return secretRefusal(waitFor, refused, WRONG_PRESENT_PASSWORD)
  }
}
