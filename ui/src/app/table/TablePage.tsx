import { CalendarClock, EyeOff, Radio, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { isOver, nextMatch } from '../../features/fixtures/model.ts'
import { shortDay } from '../../features/fixtures/time.ts'
import { seasonName } from '../../features/points/model.ts'
import { FullTable, TableKey } from '../../features/table/FullTable.tsx'
import { liveNote } from '../../features/table/model.ts'
import type { PageProps } from '../../lib/area.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout, BandControl } from '../../ui/Band.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Choice, gameweeksTo } from '../../ui/Choice.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { ClubDetails, opponentOf, sideOf } from './ClubDetails.tsx'
import { type ShownTable, useTableView } from './useTableView.ts'

const Page = styled(Wrap)`
  padding-block: var(--s4);
`

const Controls = styled(BandControl)`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
`

const TABLES = [
  { value: 'live', label: 'As it stands' },
  { value: 'settled', label: 'Settled' },
] as const

type View = ReturnType<typeof useTableView>

export function TablePage({ title }: PageProps) {
  const view = useTableView()
  const { match, after, season, choice } = view
  usePageTitle(after === null ? title : `${title} after gameweek ${after}`)
  const name =
    after !== null
      ? `After gameweek ${after}`
      : isOver(season)
        ? 'Final table'
        : choice?.isSettled
          ? 'Settled'
          : 'As it stands'
  return (
    <>
      <Band labelledBy="table">
        <BandAbout>
          <h1 id="table">{title}</h1>
          <p data-small>{match ? `${seasonName(match.season)}, gameweek ${match.gameweek}` : '\u00a0'}</p>
        </BandAbout>
        <Controls>
          {(match === undefined ? view.shown === undefined && !view.error : match.gameweek > 1) && (
            // Reserves its space until the gameweek is known.
            <span style={{ visibility: match ? 'visible' : 'hidden' }}>
              <Choice
                aria-label="After"
                value={after}
                options={[{ value: null, label: 'Now' }, ...gameweeksTo((match?.gameweek ?? 1) - 1, 'After gameweek')]}
                onChoose={view.choose}
              />
            </span>
          )}
          <ButtonLink to="/final-table" onDark>
            Predicted tables
          </ButtonLink>
        </Controls>
      </Band>
      <Page>
        <Panel
          title={name}
          actions={
            choice && (
              <Segmented
                label="Which table"
                options={TABLES}
                value={choice.isSettled ? 'settled' : 'live'}
                onChoose={(chosen) => choice.choose(chosen === 'settled')}
              />
            )
          }
        >
          <Content view={view} caption={`${title}: ${name}`} />
        </Panel>
      </Page>
    </>
  )
}

function Content({ view, caption }: { view: View; caption: string }) {
  const { shown, error, season, after } = view
  if (shown === undefined)
    return (
      <Missing
        read={{ error, mutate: view.retry }}
        failed="Unable to load the table"
        isBrief
        loading={{ label: 'Loading table', rows: 20, rowHeight: '34px' }}
      />
    )
  if (shown.rows.length === 0)
    return (
      <EmptyState icon={Trophy} title="No table yet" action={<ButtonLink to="/leagues">Find a league</ButtonLink>}>
        It starts when the season’s fixtures are in.
      </EmptyState>
    )
  const now = serverNow()
  return (
    <>
      <Note view={view} shown={shown} />
      <FullTable
        {...shown}
        caption={caption}
        renderNext={
          after === null ? (row) => <Next fixture={nextMatch(season, row.id, now)} clubId={row.id} /> : undefined
        }
        renderClub={(row) => (
          <ClubDetails
            club={row}
            rows={shown.rows}
            matches={shown.counted}
            next={after === null ? nextMatch(season, row.id, now) : null}
          />
        )}
      />
      <TableKey provisional={shown.rows.find(({ id }) => shown.live.get(id))?.points} />
    </>
  )
}

function Note({ view: { live, hidesLive, season }, shown }: { view: View; shown: ShownTable }): ReactNode {
  if (shown.live.size > 0) {
    const { matches, rest } = liveNote(live)
    return (
      <SideNote data-live>
        <Radio aria-hidden />
        <span>
          <b>{matches}</b> {rest}
        </span>
      </SideNote>
    )
  }
  if (hidesLive && live.length > 0)
    return (
      <SideNote>
        <EyeOff aria-hidden />
        Live scores are hidden: this is the settled table.
      </SideNote>
    )
  const kickoffs = season.flatMap(({ kickoffTime }) => (kickoffTime === null ? [] : Date.parse(kickoffTime)))
  if (kickoffs.length === 0 || shown.rows.some(({ played }) => played > 0)) return null
  return (
    <SideNote>
      <CalendarClock aria-hidden />
      No games yet. Every club starts level on {shortDay(Math.min(...kickoffs))}, in alphabetical order.
    </SideNote>
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
