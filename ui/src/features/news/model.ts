import type { Article, NewsStory, StoryCard } from '../../../../src/areas/news/contract.ts'
import { groupBy } from '../../lib/groupBy.ts'

/** Number of articles on the home page (docs/rules.md R79). */
export const ON_HOME = 4

/** Whether an article is a page of the game. Others are external and open in a new tab. */
export const isOwn = ({ url }: Pick<Article, 'url'>): boolean => /^\/news\/[a-z0-9-]+$/.test(url)

/** The article's picture, if it is one of the game's own. External pictures would disclose readers to their host. */
export const pictureOf = ({ urlToImage }: Pick<Article, 'urlToImage'>): string | null =>
  urlToImage?.startsWith('data:image/') ? urlToImage : null

/** `BBC Sport` → `BB`, as a substitute for a missing picture. */
export const initialsOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 2)
    .toUpperCase()

export const shareOf = (part: number, of: number): number => (of === 0 ? 0 : Math.round((100 * part) / of))

/** The most goals per side in the score grid. */
const MOST_GOALS = 4
export const GOALS = Array.from({ length: MOST_GOALS + 1 }, (_, goals) => goals)

/** Number of picks per score, by home and away goals; 0 without picks. */
export function heatOf(scores: NewsStory['scores']): readonly (readonly number[])[] {
  return GOALS.map((home) =>
    GOALS.map((away) => scores.find((score) => score.home === home && score.away === away)?.players ?? 0),
  )
}

/** Players named in a story, each once, in order of appearance. */
export function namedIn({ description, paragraphs }: NewsStory['names']): NewsStory['names']['description'] {
  const names = [...paragraphs.flat(), ...description]
  return names.filter(({ id }, index) => names.findIndex((other) => other.id === id) === index)
}

export const STORY_FILTERS = ['all', 'picks', 'leagues'] as const
export type StoryFilter = (typeof STORY_FILTERS)[number]

const isShown: Readonly<Record<StoryFilter, (card: StoryCard) => boolean>> = {
  all: () => true,
  picks: ({ yours }) => yours !== null,
  leagues: ({ isOfMyLeagues }) => isOfMyLeagues,
}

interface GameweekNews {
  readonly gameweek: number
  readonly stories: readonly StoryCard[]
  /** Match reports, folded into one entry. */
  readonly reports: readonly StoryCard[]
}

/**
 * The front page: the lead story, and the others by gameweek, latest first. The lead is the first story of the latest
 * gameweek that is not a match report, if there is one. null: no story fits the filter.
 */
export function frontPage(
  cards: readonly StoryCard[],
  filter: StoryFilter,
): { readonly lead: StoryCard; readonly gameweeks: readonly GameweekNews[] } | null {
  const shown = cards.filter(isShown[filter])
  const [first] = shown
  if (first === undefined) return null
  const lead = shown.find(({ gameweek, isReport }) => gameweek === first.gameweek && !isReport) ?? first
  const others = groupBy(
    shown.filter((card) => card !== lead),
    ({ gameweek }) => gameweek,
  )
  return {
    lead,
    gameweeks: [...others]
      .sort(([a], [b]) => b - a)
      .map(([gameweek, ofGameweek]) => ({
        gameweek,
        stories: ofGameweek.filter(({ isReport }) => !isReport),
        reports: ofGameweek.filter(({ isReport }) => isReport),
      })),
  }
}
