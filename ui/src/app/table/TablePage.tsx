import { Trophy } from 'lucide-react'
import { styled } from 'styled-components'
import type { Fixture, TableRow } from '../../../../src/contracts/fixtures.ts'
import { useCurrentFixtures, useSeasonFixtures } from '../../features/fixtures/api.ts'
import { isOver, nextMatch } from '../../features/fixtures/model.ts'
import { seasonName } from '../../features/points/model.ts'
import { useTable } from '../../features/table/api.ts'
import { FullTable } from '../../features/table/FullTable.tsx'
import { serverNow } from '../../lib/serverClock.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { PageProps } from '../pages.tsx'
import { ClubDetails, opponentOf, sideOf } from './ClubDetails.tsx'

const Page = styled(Wrap)`
  padding-block: var(--s4);
`

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

const TITLE = 'Premier League Table'

/** The league table with all that it counts, and each club's next match and past meetings. */
export function TablePage({ title }: PageProps) {
  usePageTitle(title)
  const table = useTable()
  const season = useSeasonFixtures()
  const current = useCurrentFixtures()
  const fixtures = season.data ?? []
  return (
    <>
      <Band labelledBy="table">
        <BandAbout>
          <h1 id="table">{TITLE}</h1>
          <p data-small>{lineOf(current.data?.[0]) ?? '\u00a0'}</p>
        </BandAbout>
      </Band>
      <Page>
        <Panel title={isOver(fixtures) ? 'Final table' : 'As it stands'}>
          <Content rows={table.data} error={table.error} fixtures={fixtures} retry={() => void table.mutate()} />
        </Panel>
      </Page>
    </>
  )
}

/** `Season 2025/26, gameweek 13` */
const lineOf = (fixture: Fixture | undefined) =>
  fixture && `${seasonName(fixture.season)}, gameweek ${fixture.gameweek}`

interface ContentProps {
  readonly rows: readonly TableRow[] | undefined
  readonly error: unknown
  readonly fixtures: readonly Fixture[]
  retry(): void
}

function Content({ rows, error, fixtures, retry }: ContentProps) {
  if (rows === undefined)
    return (
      <Missing
        read={{ error, mutate: retry }}
        failed="Unable to load the table"
        isBrief
        waiting={<Waiting label="Loading table" rows={20} rowHeight="34px" />}
      />
    )
  if (rows.length === 0)
    return (
      <EmptyState icon={Trophy} title="No table yet">
        It starts with the fixtures of a season.
      </EmptyState>
    )
  const now = serverNow()
  return (
    <FullTable
      rows={rows}
      caption={TITLE}
      renderNext={(row) => <Next fixture={nextMatch(fixtures, row.id, now)} clubId={row.id} />}
      renderClub={(row) => <ClubDetails club={row} rows={rows} season={fixtures} now={now} />}
    />
  )
}

function Next({ fixture, clubId }: { fixture: Fixture | null; clubId: number }) {
  if (fixture === null) return null
  const opponent = opponentOf(fixture, clubId)
  return (
    <span>
      <Crest team={opponent} size="sm" />
      {opponent.shortName}, {sideOf(fixture, clubId)}
    </span>
  )
}
