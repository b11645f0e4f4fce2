import type { CardClub, CardPick, PicksCard } from '../previews/card.ts'
import type { SharedPick, SharedPrediction } from './contract.ts'

/** Two columns of five. */
const MOST = 10
const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

/** Returns the card of a share in its current state. Its figure is the sum over finished matches. */
export function cardOf({ title, user, points, predictionIds, predictionCount }: SharedPrediction): PicksCard {
  return {
    kind: 'picks',
    title,
    role: 'Shared by',
    by: user?.displayName ?? 'Anonymous',
    username: user && user.displayName !== user.username ? user.username : null,
    figure: points === null ? null : { value: points, word: points === 1 ? 'point' : 'points' },
    picks: predictionIds.slice(0, MOST).map(pickOf),
    more: Math.max(0, predictionCount - MOST),
  }
}

function pickOf({ fixture, homeScore, awayScore, result, pointsEarned, verdict }: SharedPick): CardPick {
  const club = ({ shortName, code, colours }: SharedPick['fixture']['homeTeam']): CardClub => ({
    name: shortName,
    code,
    letters: shortName.slice(0, 2).toUpperCase(),
    colours,
  })
  return {
    home: club(fixture.homeTeam),
    away: club(fixture.awayTeam),
    call: homeScore === null || awayScore === null ? WORDS[result] : `${homeScore}–${awayScore}`,
    points: pointsEarned,
    verdict,
  }
}
