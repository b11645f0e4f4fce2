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
    /** What each of them says, on one line. */
    drawn: async (name: string) => Promise.all((await ties(name).all()).map(oneLine)),
    /** How far down the page a round begins. */
    top: async (name: string) => (await round(name).boundingBox())!.y,
    /** The rows of the standings, the head included. */
    standings: (name: string) => page.getByRole('table', { name: `Standings of ${name}` }).getByRole('row'),
    text: () => page.getByRole('main').innerText(),
  }
}

/** Opens the page of a competition, by its id or what stands there instead. */
export async function openCompetition(stage: Stage, id: number | string, options?: StageVisit) {
  const competition = competitionOf(await stage.visit(`/competitions/${id}`, options))
  await competition.isAt(/./)
  return competition
}
