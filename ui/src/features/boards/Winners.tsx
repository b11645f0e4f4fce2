import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { GameweekWinner } from '../../../../src/areas/boards/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { winnersSummary } from './history.ts'
import { reads } from './reads.ts'

const TITLE = 'Gameweek winners'

const FIRST = 6

const List = styled(Rows)`
  li {
    flex-wrap: nowrap;
    padding-block: 8px;
  }
  li[data-you] small {
    color: var(--ink);
  }
  b {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
  }
  @container page (width < 18rem) {
    li {
      gap: var(--s2);
    }
    & [data-size] {
      display: none;
    }
  }
`

const Week = styled.span`
  flex: none;
  min-width: 1.875rem;
  font: var(--b3);
  text-align: center;
  color: var(--muted);
`

const Who = styled.span`
  flex: 1 1 auto;
  min-width: 0;
`

const Points = styled(Num)`
  font-size: var(--t4);
`

/** The reader's row; null: not ranked. */
type Own = GameweekWinner['winner'] | null

/** The winner of each settled gameweek with the winning points. */
export function Winners({ own }: { own: Own }) {
  const read = useSWR<GameweekWinner[]>(reads.winners.key)
  const { data } = read
  const summary = data && winnersSummary(data)
  if (!summary)
    return (
      <Panel title={TITLE}>
        <Loaded
          read={read}
          failed="Unable to load the winners"
          isBrief
          loading={{ label: 'Loading winners', rows: FIRST, rowHeight: '40px' }}
        >
          {() => (
            <EmptyState icon={Trophy} title="No gameweek has been won yet" action={<PlayLink />}>
              The top scorer of each gameweek appears here.
            </EmptyState>
          )}
        </Loaded>
      </Panel>
    )
  return (
    <>
      <WinnersList winners={data} own={own} />
      <Figure
        title="What it takes to win a gameweek"
        lead={summary.most}
        text={summary.rest}
        plot={{
          kind: 'columns',
          label: 'Columns: points of the winner by gameweek, your points as a line',
          series: ['Winner', 'You'],
        }}
        columns={['Gameweek', 'Winner’s points', 'You']}
        rows={data.toReversed().map((each) => [each.gameweek, each.points, each.ownPoints])}
        file="winners.csv"
      />
    </>
  )
}

function WinnersList({ winners, own }: { winners: readonly GameweekWinner[]; own: Own }) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Panel title={TITLE} actions={<Small>match points only</Small>}>
      <List as="ol" aria-label={TITLE}>
        {(showsAll ? winners : winners.slice(0, FIRST)).map((each) => (
          <WinnerRow key={each.gameweek} won={each} own={each.ownPoints === each.points ? own : null} />
        ))}
      </List>
      {winners.length > FIRST && (
        <PanelFoot>
          <Button block size="sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show less' : `Show all ${winners.length}`}
          </Button>
        </PanelFoot>
      )}
    </Panel>
  )
}

function WinnerRow({ won, own }: { won: GameweekWinner; own: Own }) {
  const { username, profileImage } = own ?? won.winner
  return (
    <li data-you={own !== null || undefined}>
      <Week>
        <VisuallyHidden>Gameweek </VisuallyHidden>
        {won.gameweek}
      </Week>
      <Avatar username={username} image={profileImage} isYou={own !== null} size="sm" />
      <Who>
        <b>
          <PlayerName id={own?.id ?? won.winner.id} name={username} isYou={own !== null} />
        </b>
        {won.winners > 1 && <Small as="small">with {counted(won.winners - 1, 'other')}</Small>}
      </Who>
      <Points>
        {count(won.points)}
        <VisuallyHidden> points</VisuallyHidden>
      </Points>
    </li>
  )
}
