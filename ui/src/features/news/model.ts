import type { Article, NewsStory } from '../../../../src/areas/news/contract.ts'

/** How many the home page shows (docs/rules.md R79). */
export const ON_HOME = 4

/** Whether an article is a page of the game. All others are another site's, and open beside it. */
export const isOwn = ({ url }: Pick<Article, 'url'>): boolean => /^\/news\/[a-z0-9-]+$/.test(url)

/** The picture, where the page may show it: one of the game's own. Others would tell their site who reads here. */
export const pictureOf = ({ urlToImage }: Pick<Article, 'urlToImage'>): string | null =>
  urlToImage?.startsWith('data:image/') ? urlToImage : null

/** `BBC Sport` → `BB`: stands for a picture. */
export const initialsOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 2)
    .toUpperCase()

export const shareOf = (part: number, of: number): number => (of === 0 ? 0 : Math.round((100 * part) / of))

/** The most that a side may have in the table of scores. */
const MOST_GOALS = 4
export const GOALS = Array.from({ length: MOST_GOALS + 1 }, (_, goals) => goals)

/** How many picked each score, by home and away goals; nobody: 0. */
export function heatOf(scores: NewsStory['scores']): readonly (readonly number[])[] {
  return GOALS.map((home) =>
    GOALS.map((away) => scores.find((score) => score.home === home && score.away === away)?.players ?? 0),
  )
}

/** Each of the players whom a story names once, in its order. */
export function namedIn({ description, paragraphs }: NewsStory['names']): NewsStory['names']['description'] {
  const names = [...paragraphs.flat(), ...description]
  return names.filter(({ id }, index) => names.findIndex((other) => other.id === id) === index)
}
