import { Id } from '../../contracts/common.ts'
import type { HeadedPage } from '../../slice/headed-page.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { type DrawCard, type DuelCard, imageOf, pictureFile } from '../previews/card.ts'
import type { Duel, Duellist } from './contract.ts'
import { duelOf } from './duel.ts'
import type { ScoreIn } from './queries.ts'

/** Returns the last part of a duel's public address. Without it, ids in addresses would reveal every player's name and points. */
export type DuelKey = (playerId: number, opponentId: number) => string

interface DuelPageDependencies {
  readonly db: ReadDb
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly scoreIn: ScoreIn
  readonly duelKey: DuelKey
  readonly drawCard: DrawCard
}

/** Link preview of a duel that one of the two has shared: totals only (docs/rules.md R302). */
export function createDuelPage({ db, seasons, scoreIn, duelKey, drawCard }: DuelPageDependencies): HeadedPage {
  const cardOfPage = async ({ id, other, key }: Readonly<Record<string, string>>, at: string) => {
    const [player, opponent] = [Id.safeParse(Number(id)), Id.safeParse(Number(other))]
    if (!player.success || !opponent.success || key !== duelKey(player.data, opponent.data)) return null
    const season = await seasons.resolve(undefined, at)
    const query = { playerId: player.data, opponentId: opponent.data, readerId: null, season }
    const duel = await duelOf(db, query, scoreIn)
    return duel && duelCard(duel)
  }
  return {
    path: '/players/:id/duel/:other/:key',
    async head(params, { at }) {
      const card = await cardOfPage(params, at)
      if (card === null) return null
      const [one, two] = card.sides
      return {
        title: `${one.name} v ${two.name}`,
        description: `${one.points} to ${two.points} points${card.gameweek === null ? '' : ` after gameweek ${card.gameweek}`}. Predict the Premier League together.`,
        image: imageOf(`/players/${params.id}/duel/${params.other}/${params.key}`, card),
        isListed: false,
        reads: [],
      }
    },
    files: {
      'card.png': async (params, { at, client }) => pictureFile(drawCard, await cardOfPage(params, at), client),
    },
  }
}

const sideOf = ({ displayName, username, points }: Duellist) => ({
  name: displayName,
  username: displayName === username ? null : username,
  points,
})

/** Usernames in the smaller texts: a display name may be as long as a line. */
const duelCard = ({ player, opponent, gameweeks, won }: Omit<Duel, 'key' | 'matches'>): DuelCard => ({
  kind: 'duel',
  gameweek: gameweeks.at(-1)?.gameweek ?? null,
  sides: [sideOf(player), sideOf(opponent)],
  figures: [
    { value: String(won.player), word: `gameweeks won by ${player.username}` },
    { value: String(won.level), word: 'gameweeks level' },
    { value: String(won.opponent), word: `gameweeks won by ${opponent.username}` },
    { value: `${player.exactScores} – ${opponent.exactScores}`, word: 'exact scores' },
    { value: `${player.accuracy}% – ${opponent.accuracy}%`, word: 'accuracy' },
  ],
})
