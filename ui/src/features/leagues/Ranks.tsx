import useSWR from 'swr'
import type { RankHistory } from '../../../../src/areas/boards/contract.ts'
import { counted, ordinal } from '../../lib/numbers.ts'
import { Figure } from '../../ui/Figure.tsx'
import { reads } from './reads.ts'

/** Ranks in the league after each settled gameweek: the reader's and those of the best two others. None in a league of one (R244). */
export function Ranks({ leagueId, userId }: { leagueId: number; userId: number }) {
  const { data } = useSWR<RankHistory>(reads.ranks.key(leagueId), { keepPreviousData: true })
  const own = data?.players.find(({ id }) => id === userId)
  if (data === undefined || own === undefined || data.gameweeks.length < 2 || data.players.length < 2) return null
  const series = data.players.map(({ id, username }) => (id === userId ? 'You' : username))
  const ranks = own.ranks.filter((rank) => rank !== null)
  const best = Math.min(...ranks)
  const first = ranks.filter((rank) => rank === 1).length
  return (
    <Figure
      title="Ranks in this league"
      lead={ordinal(ranks.at(-1)!)}
      text={`after gameweek ${data.gameweeks.at(-1)}. ${first > 0 ? `You led after ${counted(first, 'gameweek')}.` : `Your best: ${ordinal(best)}.`}`}
      plot={{ kind: 'lines', label: 'Lines: rank in the league after each gameweek', series, scale: 'ranks' }}
      columns={['After gameweek', ...series]}
      rows={data.gameweeks.map((gameweek, nth) => [gameweek, ...data.players.map((player) => player.ranks[nth]!)])}
      file="league-ranks.csv"
    />
  )
}
