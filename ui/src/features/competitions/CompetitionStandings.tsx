import { Users } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { count } from '../../lib/numbers.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { GapRow, StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { STANDINGS_PAGE, useStandingsPage } from './api.ts'
import { isOfRounds, type JoinState, joinState, standingsPage } from './model.ts'

const Waiting = styled(PanelBody)`
  padding-top: var(--s4);
`

type Standing = CompetitionDetail['standings'][number]

/** Everybody by match points in the competition's time, the reader as 'You'; the prizes once they are paid. */
export function CompetitionStandings({ competition, userId }: { competition: CompetitionDetail; userId: number }) {
  const { standings, participantCount } = competition
  const [offset, setOffset] = useState(0)
  const { data, answer, error, mutate } = useStandingsPage(competition, offset)
  const isOwn = ({ id }: Standing) => id === userId
  const shown = { offset, size: STANDINGS_PAGE }
  const page = data && standingsPage(data.standings, answer, shown, participantCount, isOwn)
  const hasPrizes = standings.some(({ prize }) => prize !== null)
  const note = isOfRounds(competition.type)
    ? 'Match points of all its gameweeks; the rounds decide the prizes'
    : 'Match points in this competition'
  return (
    <Panel title="Standings" actions={<Small>{note}</Small>}>
      {standings.length === 0 ? (
        <Nobody state={joinState(competition)} />
      ) : (
        <Loaded
          read={{ data: page, error, mutate }}
          failed="Failed to load standings"
          waiting={
            <Waiting>
              <Loading label="Loading standings" rows={8} />
            </Waiting>
          }
        >
          {({ rows, apart }) => (
            <StandingsBoard>
              <VisuallyHidden as="caption">Standings of {competition.name}</VisuallyHidden>
              <thead>
                <tr>
                  <th scope="col">Rank</th>
                  <th scope="col">Player</th>
                  <th scope="col" data-n data-wide={hasPrizes || undefined}>
                    Exact
                  </th>
                  <th scope="col" data-n>
                    Points
                  </th>
                  {hasPrizes && (
                    <th scope="col" data-n>
                      Prize
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <StandingRow key={row.id} row={row} isYou={isOwn(row)} hasPrizes={hasPrizes} />
                ))}
                {apart && (
                  <>
                    <GapRow />
                    <StandingRow row={apart} isYou hasPrizes={hasPrizes} />
                  </>
                )}
              </tbody>
            </StandingsBoard>
          )}
        </Loaded>
      )}
      <Pager offset={offset} size={STANDINGS_PAGE} total={participantCount} word="player" onOffset={setOffset} />
    </Panel>
  )
}

function Nobody({ state }: { state: JoinState }) {
  if (state === 'ended') return <EmptyState icon={Users} title="Nobody took part" />
  if (state !== 'open') return <EmptyState icon={Users} title="Nobody takes part" />
  return (
    <EmptyState icon={Users} title="Nobody takes part yet">
      Join, and you are the first.
    </EmptyState>
  )
}

function StandingRow({ row, isYou, hasPrizes }: { row: Standing; isYou: boolean; hasPrizes: boolean }) {
  return (
    <tr data-you={isYou || undefined}>
      <td>
        <Rank ranking={row.ranking} noMedal={row.totalPoints === 0} />
      </td>
      <StandingsPlayer id={row.id} person={row.user} isYou={isYou} />
      <td data-n data-wide={hasPrizes || undefined}>
        {row.exactScores}
      </td>
      <td data-n data-total>
        {count(row.totalPoints)}
      </td>
      {hasPrizes && (
        <td data-n>{row.prize === null ? <VisuallyHidden>No prize</VisuallyHidden> : `+${count(row.prize)}`}</td>
      )}
    </tr>
  )
}
