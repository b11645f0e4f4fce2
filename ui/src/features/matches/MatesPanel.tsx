import { Users } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { MatchLeague, MatePick } from '../../../../src/areas/matches/contract.ts'
import { JOKER_FACTOR, type LeagueScoring } from '../../../../src/contracts/league-scoring.ts'
import { outcomeOf, type Scoreline } from '../../../../src/contracts/points.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Doubled } from '../../ui/Doubled.ts'
import { type Answer, Loaded } from '../../ui/Loaded.tsx'
import { Num, Row, Small } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Select } from '../../ui/Select.tsx'
import { SoFar } from '../../ui/SoFar.ts'
import { playerColumn, StandingsBoard } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { type Columns, DataRow, DataTable } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type MateRow, matePoints, mateRows, type Standing, tiersOf } from './model.ts'

const Chooser = styled.label`
  max-width: 100%;

  select {
    width: auto;
    max-width: 100%;
    min-height: 36px;
    padding-block: 0;
    font: var(--b3);
  }
`

const Split = styled.span`
  display: flex;
  gap: 2px;
  height: 14px;
  margin-bottom: var(--s2);

  i {
    min-width: 3px;
    background: var(--line-strong);
  }
  i:first-child {
    background: var(--chart-1);
  }
  i[data-points='0'] {
    background: var(--surface-2);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  i[data-without] {
    background: none;
    box-shadow: inset 0 0 0 1px var(--line);
  }
`

const Mates = styled(StandingsBoard)`
  && th:first-child {
    width: auto;
  }
  td {
    width: 1%;
  }
  @container page (width < 14rem) {
    tr > th:first-child {
      grid-column: 1 / -1;
    }
    td {
      width: auto;
    }
  }
`

/** Rows shown before the button is pressed. */
const FIRST = 10

interface MatesPanelProps {
  readonly fixture: Fixture
  readonly userId: number
  readonly leagues: readonly MatchLeague[]
  /** Null: all leagues. */
  readonly leagueId: number | null
  readonly read: Answer<{ readonly mates: readonly MatePick[]; readonly scoring?: LeagueScoring | undefined }>
  readonly standing: Standing | null
  /** The result before the last correction; null: none. */
  readonly before: Scoreline | null
  onLeague(leagueId: number | null): void
}

/** Members of the reader’s leagues side by side, with the points that the score gives them. */
export function MatesPanel(props: MatesPanelProps) {
  const { leagues, leagueId, read, onLeague } = props
  const [only] = leagues
  if (only === undefined)
    return (
      <Panel title="Your leagues, side by side">
        <EmptyState
          icon={Users}
          title="You are in no league yet"
          action={
            <ButtonLink kind="primary" to="/leagues">
              Join League
            </ButtonLink>
          }
        >
          In one you would see here who said what. Everybody else stays a number.
        </EmptyState>
      </Panel>
    )
  const chosen = leagues.find(({ id }) => id === leagueId) ?? (leagues.length === 1 ? only : null)
  const choice = leagues.length > 1 && (
    <Chooser>
      <VisuallyHidden>League</VisuallyHidden>
      <Select
        value={leagueId ?? ''}
        onChange={(event) => onLeague(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
      >
        <option value="">All my leagues</option>
        {leagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Chooser>
  )
  return (
    <Panel title={choice || chosen === null ? 'Your leagues, side by side' : chosen.name} actions={choice}>
      <Loaded
        read={read}
        failed="Failed to load the picks"
        loading={{ label: 'Loading the picks', rows: 6, inset: 'all' }}
      >
        {({ mates, scoring }) => (
          <Rows key={leagueId} {...props} mates={mates} scoring={scoring} name={chosen?.name ?? 'your leagues'} />
        )}
      </Loaded>
    </Panel>
  )
}

function Rows({
  fixture,
  userId,
  mates,
  standing,
  before,
  scoring,
  name,
}: MatesPanelProps & { mates: readonly MatePick[]; scoring: LeagueScoring | undefined; name: string }) {
  const [isWhole, setWhole] = useState(false)
  const rows = mateRows({ mates, userId, standing, before, season: fixture.season, scoring })
  const picked = rows.filter(({ pick }) => pick !== null).length
  if (picked === 0) return <EmptyState icon={Users} title={`Nobody in ${name} picked this match.`} action={null} />
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  const own = rows.find(({ id }) => id === userId)
  const all = own && !shown.includes(own) ? [...shown, own] : shown
  const columns = columnsOf({ fixture, standing, isCorrected: before !== null, userId, scoring })
  return (
    <>
      {standing && <Tiers rows={rows} standing={standing} />}
      <DataTable as={Mates} caption={`Picks of ${name}`} columns={columns}>
        {all.map((row) => (
          <DataRow key={row.id} columns={columns} row={row} data-you={row.id === userId || undefined} />
        ))}
      </DataTable>
      <PanelFoot>
        <Row>
          <Small>
            {picked} of {counted(rows.length, 'player')} picked{standing ? ', most points first' : ', like yours first'}
          </Small>
          {!isWhole && rows.length > FIRST && (
            <Button ref={passFocus} size="sm" onClick={() => setWhole(true)}>
              Show all {count(rows.length)}
            </Button>
          )}
        </Row>
      </PanelFoot>
    </>
  )
}

function Tiers({ rows, standing }: { rows: readonly MateRow[]; standing: Standing }) {
  const { tiers, without } = tiersOf(rows)
  return (
    <PanelBody>
      <Split aria-hidden>
        {tiers.map(({ points, players }) => (
          <i key={points} data-points={points} style={{ flex: `${players} 0 0` }} />
        ))}
        {without > 0 && <i data-without style={{ flex: `${without} 0 0` }} />}
      </Split>
      <Small as="p">
        {[
          ...tiers.map(({ points, players }) => `${count(players)} on ${points === 0 ? 'nothing' : points}`),
          ...(without > 0 ? [`${count(without)} without a pick`] : []),
        ].join(', ')}
        {standing.isLive ? ', as it stands.' : '.'}
      </Small>
    </PanelBody>
  )
}

interface ColumnsOf {
  fixture: Fixture
  standing: Standing | null
  isCorrected: boolean
  userId: number
  scoring: LeagueScoring | undefined
}

function columnsOf({ fixture, standing, isCorrected, userId, scoring }: ColumnsOf): Columns<MateRow> {
  const { homeTeam, awayTeam, season } = fixture
  const said = { home: homeTeam.shortName, draw: 'Draw', away: awayTeam.shortName }
  const next = (side: 'home' | 'away', row: MateRow) => {
    const { home, away } = standing!.result
    if (home === null || away === null) return '–'
    const score = side === 'home' ? { home: home + 1, away } : { home, away: away + 1 }
    return matePoints(row, { outcome: outcomeOf(score.home, score.away), ...score }, { season, scoring }) ?? '–'
  }
  return [
    playerColumn(userId),
    {
      name: 'Pick',
      is: 'n',
      cell: ({ id, username, pick }) =>
        pick ? (
          <PickPlate pick={pick} label={id === userId ? 'Your pick' : `${username} picked`} isTheirs={id !== userId} />
        ) : (
          <Small>no pick</Small>
        ),
    },
    standing === null && { name: 'Said', is: 'n wide', cell: ({ pick }) => (pick ? said[pick.predictedResult] : '–') },
    isCorrected && !standing?.isLive && { name: 'Was', is: 'n', cell: ({ was }) => <Small>{was ?? '–'}</Small> },
    standing !== null && {
      name: standing.isLive ? 'As it stands' : 'Paid',
      is: 'n total',
      cell: ({ points, joker }) =>
        points === null ? (
          <Small>–</Small>
        ) : (
          <>
            {joker && (
              <Doubled>
                <VisuallyHidden>Joker </VisuallyHidden>×{JOKER_FACTOR}
              </Doubled>
            )}
            {standing.isLive ? <SoFar>{points}</SoFar> : <Num>{points}</Num>}
          </>
        ),
    },
    standing !== null &&
      scoring !== undefined && { name: 'Overall', is: 'n wide', cell: ({ overall }) => overall ?? '–' },
    standing?.isLive === true && {
      name: `${homeTeam.shortName} score`,
      is: 'n wide',
      cell: (row) => next('home', row),
    },
    standing?.isLive === true && {
      name: `${awayTeam.shortName} score`,
      is: 'n wide',
      cell: (row) => next('away', row),
    },
  ]
}
