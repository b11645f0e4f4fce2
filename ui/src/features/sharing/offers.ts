import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { ShareType } from '../../../../src/areas/sharing/contract.ts'

/** Recent shares in the dashboard list (docs/rules.md R63). */
export const RECENT_SHARES = 3

/** Number of latest picks in the share panel. */
export const LATEST = 5

/** Limits of a share, as on the server. */
export const TITLE_MAX = 100
export const DESCRIPTION_MAX = 500
const PICKS_MAX = 50

export const DEFAULT_TITLE = 'Check out my latest Premier League predictions!'

/** Content of a new share with its default title. */
export interface Offer {
  readonly shareType: ShareType
  readonly title: string
  /** Available picks, all selected at first. */
  readonly picks: readonly Prediction[]
}

const newestFirst = (a: Prediction, b: Prediction) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || b.id - a.id

/** The reader's latest picks under the title of the specification. */
export function latestOffer(predictions: readonly Prediction[]): Offer {
  return { shareType: 'custom', title: DEFAULT_TITLE, picks: [...predictions].sort(newestFirst).slice(0, LATEST) }
}

export function oneOffer(pick: Prediction): Offer {
  const { homeTeam, awayTeam } = pick.fixture
  return {
    shareType: 'individual',
    title: `My prediction: ${homeTeam.shortName} v ${awayTeam.shortName}`,
    picks: [pick],
  }
}

export function gameweekOffer(gameweek: number, picks: readonly Prediction[]): Offer {
  return { shareType: 'gameweek', title: `My predictions for Gameweek ${gameweek}`, picks: picks.slice(0, PICKS_MAX) }
}
