import { Users } from 'lucide-react'
import { useState } from 'react'
import type { CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { isOfRounds, type JoinState, joinState, shortened } from './model.ts'

/** Rows before the rest is asked for. */
const FIRST = 20

type Standing = CompetitionDetail['standings'][number]

/** Everybody by match points in the competition's time, the reader as 'You'; the prizes once they are paid. */
export function CompetitionStandings({ competition, userId }: { competition: CompetitionDetail; userId: number }) {
  const { standings, participantCount } = competition
  const [isWhole, setWhole] = useState(false)
  const isOwn = ({ id }: Standing) => id === userId
  const rows = isWhole ? standings : shortened(standings, FIRST, isOwn)
  const hasPrizes = standings.some(({ prize }) => prize !== null)
  const note = isOfRounds(competition.type)
    ? 'Match points of all its gameweeks; the rounds decide the prizes'
    : 'Match points in this competition'
  return (
    <Panel title="Standings" actions={<Small>{note}</Small>}>
      {standings.length === 0 ? (
        <Nobody state={joinState(competition)} />
      ) : (
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
          </tbody>
        </StandingsBoard>
      )}
      {(rows.length < standings.length || standings.length < participantCount) && (
        <PanelFoot>
          <Spread>
            <Small>
              {count(rows.length)} of {count(participantCount)} players
            </Small>
            {rows.length < standings.length && (
              <Button size="sm" onClick={() => setWhole(true)}>
                Show {count(standings.length - rows.length)} more
              </Button>
            )}
          </Spread>
        </PanelFoot>
      )}
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
      <StandingsPlayer username={row.user.username} isYou={isYou} />
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
