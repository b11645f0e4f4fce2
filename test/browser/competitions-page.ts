import type { Stage, StageVisit } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

/** The list of competitions as a player uses it. */
export function competitionsOf(visitor: Visitor) {
  const { page } = visitor
  const cards = page.getByRole('list', { name: /^(Competitions|Yours|Open now|Under way|Next)$/ }).locator('> li')
  const card = (name: string) => cards.filter({ has: page.getByRole('heading', { name, exact: true }) })
  return {
    ...visitor,
    cards,
    card,
    /** The button of a card, which shows whether the reader can join, has joined or cannot join. */
    joining: (name: string) => card(name).getByRole('button'),
    /** The text of a card, on one line. */
    reads: (name: string) => oneLine(card(name)),
    /** The headings of the sections, in order. */
    sections: () => page.getByRole('heading', { level: 2 }).allInnerTexts(),
    section: (name: string) => page.getByRole('list', { name }),
  }
}

/** Opens the list of competitions, filtered by a query ('?status=ended'). */
export async function openCompetitions(stage: Stage, { query = '', ...options }: StageVisit & { query?: string } = {}) {
  const competitions = competitionsOf(await stage.visit(`/competitions${query}`, options))
  await competitions.isAt(/./)
  return competitions
}
