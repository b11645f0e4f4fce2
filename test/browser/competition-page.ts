import type { Stage, StageVisit } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

/** The page of one competition as a player reads it. */
function competitionOf(visitor: Visitor) {
  const { page } = visitor
  const round = (name: string) => page.getByRole('region', { name, exact: true })
  const ties = (name: string) => round(name).getByRole('listitem')
  return {
    ...visitor,
    round,
    /** The ties of a round of a cup, or the players of a round of a knockout. */
    ties,
    /** The text of each tie, on one line. */
    drawn: async (name: string) => Promise.all((await ties(name).all()).map(oneLine)),
    /** The vertical position of a round on the page. */
    top: async (name: string) => (await round(name).boundingBox())!.y,
    /** The rows of the standings, the head included. */
    standings: (name: string) => page.getByRole('table', { name: `Standings of ${name}` }).getByRole('row'),
    text: () => page.getByRole('main').innerText(),
  }
}

/** Opens the page of a competition, by its id or another path segment. */
export async function openCompetition(stage: Stage, id: number | string, options?: StageVisit) {
  const competition = competitionOf(await stage.visit(`/competitions/${id}`, options))
  await competition.isAt(/./)
  return competition
}
