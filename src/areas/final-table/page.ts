import { Id, Season } from '../../contracts/common.ts'
import { finalTableTitle, placePoints, placesOut } from '../../contracts/final-table.ts'
import type { HeadedPage } from '../../slice/headed-page.ts'
import { type DrawCard, type FinalTableCard, imageOf, pictureFile } from '../previews/card.ts'
import type { FinalTable } from './contract.ts'
import type { FinalTableKey, FinalTables } from './final-tables.ts'

type Params = Readonly<Record<string, string>>

interface FinalTablePageDependencies {
  readonly tables: Pick<FinalTables, 'about'>
  readonly tableKey: FinalTableKey
  readonly usernameOf: (userId: number) => Promise<string>
  readonly drawCard: DrawCard
}

/** Link preview of a final table that its player has shared, after the first cutoff (docs/rules.md R416). */
export function createFinalTablePage({
  tables,
  tableKey,
  usernameOf,
  drawCard,
}: FinalTablePageDependencies): HeadedPage {
  async function cardOfPage({ id, season, key }: Params, at: string): Promise<FinalTableCard | null> {
    const [user, named] = [Id.safeParse(Number(id)), Season.safeParse(season)]
    if (!user.success || !named.success || key !== tableKey(user.data, named.data)) return null
    const [table, name] = await Promise.all([tables.about(user.data, named.data, at), usernameOf(user.data)])
    return finalTableCard(table, name)
  }
  return {
    path: '/final-table/:id/:season/:key',
    async head(params, { at }) {
      const card = await cardOfPage(params, at)
      if (card === null) return null
      const score = card.points === null ? '' : `${card.points} ${card.word}. `
      return {
        title: `${card.name}: ${card.title}`,
        description: `${score}Predict the Premier League together.`,
        image: imageOf(`/final-table/${params.id}/${params.season}/${params.key}`, card),
        isListed: false,
        reads: [],
      }
    },
    files: {
      'card.png': async (params, { at, client }) => pictureFile(drawCard, await cardOfPage(params, at), client),
    },
  }
}

/** null while open, and without a prediction. */
export function finalTableCard({ season, state, clubs, own }: FinalTable, name: string): FinalTableCard | null {
  if (season === null || state === 'open' || own === null) return null
  const byId = new Map(clubs.map((club) => [club.id, club]))
  const isFinal = state === 'final'
  return {
    kind: 'final-table',
    title: finalTableTitle(season),
    name,
    points: own.score?.points ?? null,
    word: isFinal ? 'points' : 'points so far',
    clubs: own.clubIds.flatMap((id, index) => {
      const team = byId.get(id)
      if (team === undefined) return []
      const { shortName, code, colours, places } = team
      return {
        club: { name: shortName, code, letters: code.slice(0, 2), colours },
        place: places === null ? '' : `${isFinal ? '' : 'now '}${places.first}`,
        points: places && placePoints(placesOut(index + 1, places)),
      }
    }),
  }
}
