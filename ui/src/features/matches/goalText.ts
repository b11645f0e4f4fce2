import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Goal } from '../../../../src/areas/matches/contract.ts'
import { signed } from '../../lib/numbers.ts'

/** `Goal for Arsenal`. */
export function goalText({ side, isTakenBack, home, away }: Goal, { homeTeam, awayTeam }: Fixture): string {
  if (isTakenBack) return `No goal: it is ${home}–${away} again`
  const club = side === 'home' ? homeTeam : side === 'away' ? awayTeam : null
  return club ? `Goal for ${club.shortName}` : 'Goals'
}

/** Effect of a goal on the reader’s points. */
export const effectText = (effect: number): string => (effect === 0 ? 'No change for you' : `${signed(effect)} for you`)
