import { Users } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { count } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { rankColumn, Standings, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useStandings } from './api.ts'
import { isOfRounds, joinState, STANDINGS_PAGE, standingsPage, tieNotes } from './model.ts'

type Standing = CompetitionDetail['standings'][number]

const Level = styled(Small)`
  display: block;
`

/** All participants by match points in the competition's window, the reader as 'You'; prizes once paid. */
export function CompetitionStandings({ competition, userId }: { competition: CompetitionDetail; userId: number }) {
  const { standings, participantCount } = competition
  const [offset, setOffset] = useState(0)
  const { data, error, mutate, isLoading } = useStandings(competition.id, offset)
  const isOwn = ({ id }: Standing) => id === userId
  const page = data && standingsPage(data.standings, offset, participantCount, isOwn)
  const hasPrizes = standings.some(({ prize }) => prize !== null)
  const note = isOfRounds(competition.type)
    ? 'Match points from all its gameweeks; the rounds decide the prizes'
    : 'Match points in this competition'
  // In rounds the ties decide, not the points.
  const notes = page && hasPrizes && !isOfRounds(competition.type) ? tieNotes(page.rows) : []
  const noteOf = (row: Standing) => page && notes[page.rows.indexOf(row)]
  const columns: Columns<Standing> = [
    rankColumn,
    {
      name: 'Player',
      isRowHead: true,
      cell: (row) => (
        <StandingsPlayer id={row.id} person={row.user} isYou={isOwn(row)}>
          {noteOf(row) && <Level>Level, {noteOf(row)}</Level>}
        </StandingsPlayer>
      ),
    },
    { name: 'Exact', is: hasPrizes ? 'n wide' : 'n', cell: ({ exactScores }) => exactScores },
    { name: 'Points', is: 'n total', cell: ({ totalPoints }) => count(totalPoints) },
    hasPrizes && {
      name: 'Prize',
      is: 'n',
      cell: ({ prize }) => (prize === null ? <VisuallyHidden>No prize</VisuallyHidden> : `+${count(prize)}`),
    },
  ]
  return (
    <Panel title="Standings" actions={<Small>{note}</Small>}>
      {standings.length === 0 ? (
        <Nobody competition={competition} />
      ) : (
        <Loaded
          read={{ data: page, error, mutate }}
          failed="Failed to load standings"
          loading={{ label: 'Loading standings', rows: 8 }}
        >
          {({ rows, apart }) => (
            <Standings
              caption={`Standings of ${competition.name}`}
              columns={columns}
              isStale={isLoading}
              rows={rows}
              apart={apart}
              you={userId}
            />
          )}
        </Loaded>
      )}
      <Pager offset={offset} size={STANDINGS_PAGE} total={participantCount} word="player" onOffset={setOffset} />
    </Panel>
  )
}

function Nobody({ competition }: { competition: CompetitionDetail }) {
  const state = joinState(competition)
  const others = <ButtonLink to="/competitions">All competitions</ButtonLink>
  if (state === 'ended') return <EmptyState icon={Users} title="Nobody took part" action={others} />
  if (state !== 'open') return <EmptyState icon={Users} title="Nobody has joined" action={others} />
  return (
    <EmptyState icon={Users} title="Nobody has joined yet" action={null}>
      Be the first.
    </EmptyState>
  )
}
