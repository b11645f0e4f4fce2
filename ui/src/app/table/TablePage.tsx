import { CalendarClock, EyeOff, Radio, Trophy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import { isOver, nextMatch } from '../../features/fixtures/model.ts'
import { shortDay } from '../../features/fixtures/time.ts'
import { seasonName } from '../../features/points/model.ts'
import { FullTable, TableKey } from '../../features/table/FullTable.tsx'
import { liveNote } from '../../features/table/model.ts'
import { WhichTable } from '../../features/table/WhichTable.tsx'
import { serverNow } from '../../lib/serverClock.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { PageProps } from '../page.ts'
import { ClubDetails, opponentOf, sideOf } from './ClubDetails.tsx'
import { type ShownTable, useTableView } from './useTableView.ts'

const Page = styled(Wrap)`
  padding-block: var(--s4);
`

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

/* A light control on the dark band. */
const After = styled.div`
  select {
    width: auto;
    max-width: 100%;
    color: var(--ink);
  }
`

type View = ReturnType<typeof useTableView>

/** The league table with all that it counts, as it stands or after a gameweek, and each club's next match and past meetings. */
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
        {match !== undefined && match.gameweek > 1 && (
          <AfterSelect last={match.gameweek - 1} after={after} onChoose={view.choose} />
        )}
      </Band>
      <Page>
        <Panel title={name} actions={choice && <WhichTable isSettled={choice.isSettled} onChoose={choice.choose} />}>
          <Content view={view} caption={`${title}: ${name}`} />
        </Panel>
      </Page>
    </>
  )
}

interface AfterSelectProps {
  /** The latest gameweek that has settled. */
  readonly last: number
  readonly after: number | null
  onChoose(gameweek: number | null): void
}

function AfterSelect({ last, after, onChoose }: AfterSelectProps) {
  const id = useId()
  return (
    <After>
      <VisuallyHidden as="label" htmlFor={id}>
        After
      </VisuallyHidden>
      <Select id={id} value={after ?? ''} onChange={({ target: { value } }) => onChoose(value ? Number(value) : null)}>
        <option value="">Now</option>
        {Array.from({ length: last }, (_, index) => last - index).map((each) => (
          <option key={each} value={each}>
            After gameweek {each}
          </option>
        ))}
      </Select>
    </After>
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
        waiting={<Waiting label="Loading table" rows={20} rowHeight="34px" />}
      />
    )
  if (shown.rows.length === 0)
    return (
      <EmptyState icon={Trophy} title="No table yet">
        It starts with the fixtures of a season.
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

/** What the table counts that it may not be expected to, or does not count. */
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
      Nothing played yet. All clubs start level on {shortDay(Math.min(...kickoffs))}, in the order of their names.
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
