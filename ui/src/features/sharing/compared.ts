import type { Call } from './model.ts'

/** The reader's own picks by match. */
export type OwnPicks = ReadonlyMap<number, Call['pick']>

const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

/** The reader's pick of a match beside a shared one: `2–1`, `Draw`, `same` or `–` without a pick. */
export function comparedPick({ fixtureId, pick }: Pick<Call, 'fixtureId' | 'pick'>, own: OwnPicks): string {
  const yours = own.get(fixtureId)
  if (yours === undefined) return '–'
  const keys = ['predictedResult', 'predictedHomeScore', 'predictedAwayScore'] as const
  if (keys.every((key) => yours[key] === pick[key])) return 'same'
  const { predictedHomeScore: home, predictedAwayScore: away } = yours
  return home === null || away === null ? WORDS[yours.predictedResult] : `${home}–${away}`
}
