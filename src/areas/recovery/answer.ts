import { isVisible } from '../../contracts/common.ts'
import { usernameKey } from '../accounts/username.ts'
import { isKnownClub } from '../fixtures/clubs.ts'

const LEAST_CHARACTERS = 3

/** Returns the normalised answer. Answers are compared without case and surrounding spaces (docs/rules.md R112). */
export const answerKey = (answer: string): string => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Returns why an answer is rejected: too short, invisible or easy to guess. null: it is accepted. */
export function answerProblem(answer: string, username: string): string | null {
  const key = answerKey(answer)
  const visible = key.replaceAll(/[\p{C}\p{DI}\u2800]/gu, '')
  if ([...visible].length < LEAST_CHARACTERS) return `The answer needs at least ${LEAST_CHARACTERS} characters`
  if (!isVisible(key)) return 'Use at least one visible character in the answer'
  if (key === usernameKey(username)) return 'The answer cannot be your username'
  return isKnownClub(key) ? 'The answer cannot be the name of a club' : null
}
