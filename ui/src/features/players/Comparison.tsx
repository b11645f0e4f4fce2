import type { CSSProperties } from 'react'
import { styled } from 'styled-components'
import type { Player, PlayerGameweek, PlayerRecord } from '../../../../src/areas/players/contract.ts'
import { accuracyText } from '../../lib/accuracy.ts'
import { count, ordinal } from '../../lib/numbers.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { type Columns, DataRow, DataTable, Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { duelSummary, type HeadToHead, headToHeadOf } from './model.ts'

const Score = styled.p`
  display: flex;
  align-items: baseline;
  justify-content: center;
  gap: var(--s3);
  font: 600 var(--t6) / 1 var(--board);

  [data-low] {
    color: var(--muted);
  }
`

/* Two lengths: the points of the reader and those of the other player. */
const Lengths = styled.div`
  display: flex;
  gap: 2px;
  height: 12px;
  margin-block: var(--s3) var(--s2);
  forced-color-adjust: none;

  i {
    flex: var(--v) 0 2px;
    background: var(--chart-1);
  }
  i:first-child {
    background: var(--accent);
    outline: 1px solid var(--ink);
    outline-offset: -1px;
  }
`

const Figures = styled(Table)`
  th,
  td {
    padding-block: 6px;
  }
  /* With enlarged text 100 of 113 is wider than a column of a narrow phone. */
  td[data-n] {
    white-space: normal;
  }
  tbody th {
    font-size: var(--t1);
    font-weight: 400;
    color: var(--muted);
  }
`

interface Compared {
  readonly name: string
  of(record: PlayerRecord): string
}

const FIGURES: readonly Compared[] = [
  { name: 'Rank', of: ({ rank }) => (rank === null ? '–' : ordinal(rank)) },
  { name: 'Points', of: ({ totalPoints }) => count(totalPoints) },
  { name: 'Exact scores', of: ({ exactScores }) => count(exactScores) },
  {
    name: 'Right',
    of: ({ correctPredictions, settledPredictions }) => `${count(correctPredictions)} of ${count(settledPredictions)}`,
  },
  { name: 'Accuracy', of: accuracyText },
  { name: 'Current streak', of: ({ currentStreak }) => count(currentStreak) },
  { name: 'Best streak', of: ({ bestStreak }) => count(bestStreak) },
  { name: 'Picks', of: ({ totalPredictions }) => count(totalPredictions) },
]

export function Comparison({ player, weeks }: { player: Player; weeks: readonly PlayerGameweek[] | undefined }) {
  const duel = weeks && headToHeadOf(weeks)
  const columns: Columns<Compared> = [
    { name: 'Figure', head: null, isRowHead: true, cell: ({ name }) => name },
    { name: 'You', is: 'n', cell: ({ of }) => of(player.yours) },
    { name: 'Them', is: 'n', cell: ({ of }) => of(player) },
  ]
  return (
    <Panel title="Head to head">
      {duel !== undefined && (
        <PanelBody>
          {duel ? (
            <Duel duel={duel} name={player.displayName} />
          ) : (
            <Small as="p">Nothing to compare yet. You haven’t both predicted in a gameweek with results.</Small>
          )}
        </PanelBody>
      )}
      <DataTable as={Figures} caption="Figures of this season" columns={columns}>
        {FIGURES.map((figure) => (
          <DataRow key={figure.name} columns={columns} row={figure} />
        ))}
      </DataTable>
    </Panel>
  )
}

const length = (value: number) => ({ '--v': value }) as CSSProperties

function Duel({ duel, name }: { duel: HeadToHead; name: string }) {
  const { yours, theirs } = duel
  return (
    <>
      <Score>
        <span data-low={yours < theirs || undefined}>
          <VisuallyHidden>You </VisuallyHidden>
          {count(yours)}
        </span>
        <span aria-hidden>–</span>
        <span data-low={theirs < yours || undefined}>
          <VisuallyHidden>{name} </VisuallyHidden>
          {count(theirs)}
        </span>
      </Score>
      <Lengths aria-hidden>
        <i style={length(yours)} />
        <i style={length(theirs)} />
      </Lengths>
      <Small as="p">{duelSummary(duel, name)}</Small>
    </>
  )
}
