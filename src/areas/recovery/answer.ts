import { isVisible } from '../../contracts/common.ts'
import { usernameKey } from '../accounts/username.ts'
import { isKnownClub } from '../fixtures/clubs.ts'

const LEAST_CHARACTERS = 3

/** Answers are compared without case and spaces at the ends (docs/rules.md R112). */
export const answerKey = (answer: string): string => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** What is wrong with an answer: too short, or what anybody would try first. null: nothing. */
export function answerProblem(answer: string, username: string): string | null {
  const key = answerKey(answer)
  const shown = key.replaceAll(/[\p{C}\p{DI}\u2800]/gu, '')
  if ([...shown].length < LEAST_CHARACTERS) return `The answer needs at least ${LEAST_CHARACTERS} characters`
  if (!isVisible(key)) return 'There is nothing to see in this answer'
  if (key === usernameKey(username)) return 'The answer cannot be your username'
  return isKnownClub(key) ? 'The answer cannot be the name of a club' : null
}
