import useSWR from 'swr'
import type { RankHistory } from '../../../../src/areas/boards/contract.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { rankSummary } from './history.ts'
import { reads } from './reads.ts'

const TITLE = 'Your rank, and your rivals’'

/** The reader's rank after each gameweek, as shown at the time, with those of the nearest rivals. */
export function RankChart({ userId, rivals }: { userId: number; rivals: readonly number[] }) {
  const read = useSWR<RankHistory>(reads.ranks.key(rivals), { keepPreviousData: true })
  const { data } = read
  if (data === undefined)
    return (
      <Panel title={TITLE}>
        <Missing
          read={read}
          failed="Unable to load your ranks"
          isBrief
          loading={{ label: 'Loading your ranks', rows: 1, rowHeight: '180px' }}
        />
      </Panel>
    )
  const nameOf = ({ id, username }: { id: number; username: string }) => (id === userId ? 'You' : username)
  const own = data.players.find(({ id }) => id === userId)
  const summary = own && rankSummary(own.ranks)
  const series = data.players.map(nameOf)
  return (
    <Figure
      title={TITLE}
      lead={summary?.now}
      text={`${summary?.since} The scale is logarithmic.`.trim()}
      empty="Starts with the next settled gameweek."
      plot={{
        kind: 'lines',
        label: 'Lines: rank after each gameweek, on a logarithmic scale',
        series,
        scale: 'ranks',
      }}
      columns={['After gameweek', ...series]}
      rows={data.gameweeks.map((gameweek, index) => [gameweek, ...data.players.map((player) => player.ranks[index]!)])}
      file="ranks.csv"
    />
  )
}
