import { styled } from 'styled-components'
import { Figure, Grid, Weeks } from '../../ui/Figure.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { useRankHistory } from './api.ts'
import { rankChart, rankSay } from './history.ts'

const TITLE = 'Your rank, and your rivals’'

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

interface RankChartProps {
  userId: number
  rivals: readonly number[]
}

/** The reader's rank after each gameweek, as it was shown then, beside those of the players next to them. */
export function RankChart({ userId, rivals }: RankChartProps) {
  const { data, error, mutate } = useRankHistory(rivals)
  if (data === undefined)
    return (
      <Panel title={TITLE}>
        {error ? (
          <ErrorState title="Unable to load your ranks" onRetry={() => void mutate()} />
        ) : (
          <Waiting label="Loading your ranks" rows={1} rowHeight="180px" />
        )}
      </Panel>
    )
  const nameOf = ({ id, username }: { id: number; username: string }) => (id === userId ? 'You' : username)
  const own = data.players.find(({ id }) => id === userId)
  const say = own && rankSay(own.ranks)
  if (!say)
    return (
      <Panel title={TITLE}>
        <PanelBody>
          <Small as="p">They begin with the next gameweek that settles.</Small>
        </PanelBody>
      </Panel>
    )
  const { lines, ranks, weeks } = rankChart(data, nameOf)
  return (
    <Figure
      title={TITLE}
      lead={say.now}
      say={`${say.since} Each step of the scale is ten times better.`.trim()}
      label="Lines: rank after each gameweek, on a logarithmic scale"
      columns={['After gameweek', ...data.players.map(nameOf)]}
      rows={data.gameweeks.map((gameweek, index) => [gameweek, ...data.players.map((player) => player.ranks[index]!)])}
      file="ranks.csv"
    >
      <Grid lines={ranks} from={46} to={296} />
      <Weeks weeks={weeks} />
      <Lines lines={lines} />
    </Figure>
  )
}
