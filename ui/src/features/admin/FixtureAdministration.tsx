import { CalendarX, ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { styled } from 'styled-components'
import type { AdminFixture } from '../../../../src/contracts/fixtures.ts'
import { counted } from '../../lib/numbers.ts'
import { fullTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Spread, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FixtureRow } from './FixtureRow.tsx'
import { useAdminGameweek, useFixtureFeed, useGameweeks, useOverdueFixtures } from './fixtures-api.ts'
import { RulingDialog } from './RulingDialog.tsx'
import type { Ruling } from './rulings.ts'

const Chooser = styled(Row)`
  select {
    width: auto;
    font: var(--b4);
    padding-block: 0;
  }
`

type OnRule = (fixture: AdminFixture, ruling: Ruling) => void

/** Results and rulings by hand: what is overdue first, then a gameweek. */
export function FixtureAdministration() {
  const { gameweeks, current, error, retry } = useGameweeks()
  const [chosen, choose] = useState<number | null>(null)
  const [dialog, setDialog] = useState<{ fixture: AdminFixture; ruling: Ruling } | null>(null)
  const gameweek = chosen ?? current
  const onRule: OnRule = (fixture, ruling) => setDialog({ fixture, ruling })
  const waiting = <Loading label="Loading fixtures" rows={10} rowHeight="64px" />

  return (
    <Stack data-gap="wide">
      <Spread>
        <h1>Fixtures</h1>
        {gameweeks && gameweek !== undefined && (
          <GameweekChooser gameweeks={gameweeks} gameweek={gameweek} onChoose={choose} />
        )}
      </Spread>
      <FeedRefused />
      <Overdue onRule={onRule} />
      <Loaded
        read={{ data: gameweeks, error, mutate: retry }}
        failed="Failed to load fixtures"
        isAlone
        waiting={waiting}
        empty={
          <EmptyState icon={CalendarX} title="No fixtures yet">
            Load a season, and its fixtures appear here.
          </EmptyState>
        }
      >
        {() => (gameweek === undefined ? waiting : <Gameweek gameweek={gameweek} onRule={onRule} />)}
      </Loaded>
      {dialog && <RulingDialog {...dialog} onClose={() => setDialog(null)} />}
    </Stack>
  )
}

interface GameweekChooserProps {
  gameweeks: readonly number[]
  gameweek: number
  onChoose: (gameweek: number) => void
}

function GameweekChooser({ gameweeks, gameweek, onChoose }: GameweekChooserProps) {
  const id = useId()
  const at = gameweeks.indexOf(gameweek)
  const step = (to: number | undefined, label: string, icon: React.ReactNode) => (
    <Button icon aria-label={label} disabled={to === undefined} onClick={() => to !== undefined && onChoose(to)}>
      {icon}
    </Button>
  )
  return (
    <Chooser>
      <VisuallyHidden as="label" htmlFor={id}>
        Gameweek
      </VisuallyHidden>
      <Select id={id} value={gameweek} onChange={(event) => onChoose(Number(event.target.value))}>
        {gameweeks.map((each) => (
          <option key={each} value={each}>
            Gameweek {each}
          </option>
        ))}
      </Select>
      {step(gameweeks[at - 1], 'Previous gameweek', <ChevronLeft aria-hidden />)}
      {step(gameweeks[at + 1], 'Next gameweek', <ChevronRight aria-hidden />)}
    </Chooser>
  )
}

/** Not there while refreshes are taken: then nothing has to be done (docs/threats.md T53). */
function FeedRefused() {
  const { data } = useFixtureFeed()
  if (!data?.problem) return null
  const { source, problem, since, takenAt } = data
  return (
    <Panel title="Refreshes are refused" actions={<Small>Since {fullTime(since)}</Small>}>
      <PanelBody>
        <p role="alert">{problem}</p>
        <Small as="p">
          {takenAt === null
            ? `Nothing has been taken from ${sources[source]} yet.`
            : `What was taken from ${sources[source]} on ${fullTime(takenAt)} stays as it is.`}{' '}
          Results can be entered by hand below meanwhile.
        </Small>
      </PanelBody>
    </Panel>
  )
}

const sources = {
  'football-data': 'football-data.org',
  url: 'the address of the season',
  file: 'the file of the season',
}

/** Not there while nothing is overdue: then nothing has to be done. */
function Overdue({ onRule }: { onRule: OnRule }) {
  const { data } = useOverdueFixtures()
  if (!data || data.length === 0) return null
  return (
    <Panel title="Overdue" actions={<Small>Kicked off more than 3 hours ago, no result</Small>}>
      <Rows fixtures={data} onRule={onRule} />
    </Panel>
  )
}

function Gameweek({ gameweek, onRule }: { gameweek: number; onRule: OnRule }) {
  const read = useAdminGameweek(gameweek)
  const matches = read.data?.length
  return (
    <Panel
      title={`Gameweek ${gameweek}`}
      actions={matches !== undefined && <Small>{counted(matches, 'match', 'matches')}</Small>}
    >
      <Loaded
        read={read}
        failed="Failed to load fixtures"
        waiting={
          <PanelBody>
            <Loading label={`Loading gameweek ${gameweek}`} rows={10} rowHeight="56px" />
          </PanelBody>
        }
        empty={<EmptyState icon={CalendarX} title={`No fixtures available for Gameweek ${gameweek}`} />}
      >
        {(fixtures) => <Rows fixtures={fixtures} onRule={onRule} />}
      </Loaded>
    </Panel>
  )
}

function Rows({ fixtures, onRule }: { fixtures: readonly AdminFixture[]; onRule: OnRule }) {
  return (
    <ul>
      {fixtures.map((fixture) => (
        <FixtureRow key={fixture.id} fixture={fixture} onRule={(ruling) => onRule(fixture, ruling)} />
      ))}
    </ul>
  )
}
