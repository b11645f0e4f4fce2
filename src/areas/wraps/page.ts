import { Id, Season } from '../../contracts/common.ts'
import type { HeadedPage } from '../../slice/headed-page.ts'
import { type DrawCard, imageOf, pictureFile, type WrapCard } from '../previews/card.ts'
import { type Wrap, WrapPart } from './contract.ts'
import { nameOf, type WrapOf } from './wrap.ts'

type Params = Readonly<Record<string, string>>

/** Returns the last part of a wrap's public address. */
export type WrapKey = (userId: number, season: string, part: WrapPart) => string

interface WrapPageDependencies {
  readonly wrapOf: WrapOf
  readonly wrapKey: WrapKey
  readonly drawCard: DrawCard
}

/** Link preview and pictures of a wrap that its player has shared (docs/rules.md R305). */
export function createWrapPage({ wrapOf, wrapKey, drawCard }: WrapPageDependencies): HeadedPage {
  async function cardOfPage({ id, season, part, key }: Params, shape: WrapCard['shape']): Promise<WrapCard | null> {
    const user = Id.safeParse(Number(id))
    const [named, asked] = [Season.safeParse(season), WrapPart.safeParse(part)]
    if (!user.success || !named.success || !asked.success) return null
    if (key !== wrapKey(user.data, named.data, asked.data)) return null
    const found = await wrapOf(user.data, named.data, asked.data)
    return found && wrapCard(found.wrap, nameOf(found.person), shape)
  }
  const picture =
    (shape: WrapCard['shape']) =>
    async (params: Params, { client }: { readonly client: string }) =>
      pictureFile(drawCard, await cardOfPage(params, shape), client)
  return {
    path: '/wrap/:id/:season/:part/:key',
    async head(params) {
      const card = await cardOfPage(params, 'wide')
      if (card === null) return null
      return {
        title: `${card.name}: ${card.title}`,
        description: `${card.about}. Predict the Premier League together.`,
        image: imageOf(`/wrap/${params.id}/${params.season}/${params.part}/${params.key}`, card),
        isListed: false,
        reads: [],
      }
    },
    files: { 'card.png': picture('wide'), 'story.png': picture('tall') },
  }
}

const count = (value: number) => value.toLocaleString('en-GB')

/** The rival is not named: only the player has chosen to share. */
function wrapCard(
  { season, part, points, cards }: Omit<Wrap, 'path'>,
  name: string,
  shape: WrapCard['shape'],
): WrapCard | null {
  if (cards === null) return null
  const { bestCall, nemesis, luckiest, finish, streak, rival } = cards
  const call =
    bestCall &&
    (bestCall.predictedHomeScore === null
      ? { home: 'home win', draw: 'draw', away: 'away win' }[bestCall.predictedResult]
      : `${bestCall.predictedHomeScore}–${bestCall.predictedAwayScore}`)
  const place = finish ? `, number ${count(finish.rank)} of ${count(finish.players)}` : ''
  return {
    ...{ kind: 'wrap', shape, name, percent: finish?.percent ?? null },
    title: `${part === 'half' ? 'Half-time' : 'Season'} ${season.replace('-', '–')}`,
    about: `${count(points)} match points${place}`,
    figures: [
      ...(bestCall
        ? [
            {
              value: `${bestCall.home.code} ${call} ${bestCall.away.code}`,
              word: `best call, ${count(bestCall.had)} of ${count(bestCall.players)}`,
            },
          ]
        : []),
      ...(nemesis
        ? [{ value: nemesis.club.shortName, word: `nemesis, ${nemesis.right} right of ${nemesis.picks}` }]
        : []),
      ...(luckiest ? [{ value: `${luckiest.points} points`, word: `luckiest, gameweek ${luckiest.gameweek}` }] : []),
      ...(streak ? [{ value: `${streak.length} in a row`, word: 'longest streak' }] : []),
      ...(rival ? [{ value: `${count(Math.abs(rival.points - points))} apart`, word: 'closest league mate' }] : []),
    ],
  }
}
