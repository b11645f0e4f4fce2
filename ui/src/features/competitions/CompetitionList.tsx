import { SearchX, Trophy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { useMinutes } from '../../lib/useMinutes.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useCompetitions } from './api.ts'
import { CompetitionCard, CompetitionCards } from './CompetitionCard.tsx'
import { type Filter, found, STATUSES, sectionsOf, TYPES } from './model.ts'
import { SeriesRow } from './SeriesRow.tsx'

/** Cards shown at first, and added by each press of the button. */
const STEP = 12

const Filters = styled.search`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr));

  & > :first-child {
    grid-column: 1 / -1;
  }
  @container page (min-width: 48rem) {
    grid-template-columns: minmax(0, 1fr) 11.25rem 11.25rem;

    & > :first-child {
      grid-column: auto;
    }
  }
`

const Part = styled(Stack)`
  gap: var(--s4);
`

const SectionName = styled.h2`
  padding-bottom: var(--s2);
  border-bottom: 2px solid var(--ink);
`

interface CompetitionListProps {
  userId: number
  filter: Filter
  /** `isStep`: adds a history entry, so that Back restores the previous filter. */
  onFilter: (part: Partial<Filter>, isStep?: boolean) => void
}

export function CompetitionList({ userId, filter, onFilter }: CompetitionListProps) {
  const read = useCompetitions()
  const { data } = read
  if (data === undefined)
    return <Missing read={read} failed="Failed to load competitions" isAlone waiting={<CardsWaiting />} />
  return (
    <>
      <Filters aria-label="Competitions">
        <Field label="Search">
          <Input
            type="search"
            placeholder="Name or description"
            autoComplete="off"
            value={filter.text}
            onChange={(event) => onFilter({ text: event.target.value })}
          />
        </Field>
        <Field label="Status">
          <Choice
            value={filter.status}
            options={[{ value: 'all', label: 'All statuses' }, ...STATUSES]}
            onChoose={(status) => onFilter({ status })}
          />
        </Field>
        <Field label="Type">
          <Choice
            value={filter.type}
            options={[{ value: 'all', label: 'All types' }, ...TYPES]}
            onChoose={(type) => onFilter({ type })}
          />
        </Field>
      </Filters>
      {filter.text.trim() === '' && filter.status === 'all' && filter.type === 'all' ? (
        <Sections competitions={data} userId={userId} onFilter={onFilter} />
      ) : (
        <Found key={JSON.stringify(filter)} competitions={found(data, filter)} userId={userId} onFilter={onFilter} />
      )}
    </>
  )
}

function CardsWaiting() {
  return (
    <Loading label="Loading competitions">
      <CompetitionCards as="div">
        {['a', 'b', 'c', 'd'].map((id) => (
          <Skeleton key={id} height="280px" />
        ))}
      </CompetitionCards>
    </Loading>
  )
}

interface FoundProps {
  competitions: readonly Competition[]
  userId: number
  onFilter: CompetitionListProps['onFilter']
}

/** All sections at once. Later and ended competitions are folded behind two buttons. */
function Sections({ competitions, userId, onFilter }: FoundProps) {
  const seen = useRef(new Map<number, boolean>())
  // A competition keeps its first section, so that its card does not move when the reader joins.
  const isOwn = ({ id, isParticipant }: Competition) => {
    const own = seen.current.get(id) ?? isParticipant
    seen.current.set(id, own)
    return own
  }
  const now = useMinutes()
  const { rounds, series, sections, upcoming, ended } = sectionsOf(competitions, isOwn)
  const first = rounds.length > 0 ? [{ name: 'Cup and knockout', competitions: rounds }] : []
  const cards = (list: typeof sections) =>
    list.map(({ name, competitions: ofIt }) => (
      <Part key={name} as="section" aria-label={name}>
        <SectionName>{name}</SectionName>
        <CompetitionCards aria-label={name} data-large={ofIt === rounds || undefined}>
          {ofIt.map((competition) => (
            <CompetitionCard key={competition.id} competition={competition} userId={userId} level={3} now={now} />
          ))}
        </CompetitionCards>
      </Part>
    ))
  if (competitions.length === 0)
    return (
      <PanelBox as="div">
        <EmptyState icon={Trophy} title="No competitions found" action={null}>
          They appear with the fixtures of a season.
        </EmptyState>
      </PanelBox>
    )
  const isOver = competitions.every(({ status }) => status === 'ended')
  return (
    <Stack data-gap="wide">
      <Small role="status">
        {counted(competitions.length, 'competition')}
        {isOver && ', all ended with the season'}
      </Small>
      {cards(first)}
      {series.length > 0 && (
        <Part as="section" aria-label="Series">
          <SectionName>Series</SectionName>
          <PanelBox as="ul" aria-label="Series">
            {series.map((one) => (
              <SeriesRow
                key={one.type + one.name}
                series={one}
                userId={userId}
                now={now}
                onWhole={() => onFilter({ type: one.type }, true)}
              />
            ))}
          </PanelBox>
        </Part>
      )}
      {cards(sections)}
      <Row>
        {upcoming > 0 && (
          <Button onClick={() => onFilter({ status: 'upcoming' }, true)}>
            Show {counted(upcoming, 'more upcoming competition')}
          </Button>
        )}
        {ended > 0 && (
          <Button onClick={() => onFilter({ status: 'ended' }, true)}>
            Show {counted(ended, 'ended competition')}
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function Found({ competitions, userId, onFilter }: FoundProps) {
  const now = useMinutes()
  const [shown, setShown] = useState(STEP)
  const listId = useId()
  if (competitions.length === 0)
    return (
      <PanelBox as="div" role="status">
        <EmptyState
          icon={SearchX}
          title="No competitions found"
          action={
            <Button onClick={() => onFilter({ text: '', status: 'all', type: 'all' })}>Show all competitions</Button>
          }
        >
          No competitions match your search.
        </EmptyState>
      </PanelBox>
    )
  const rest = competitions.length - shown
  const more = () => {
    setShown(shown + STEP)
    // The first new card takes the focus: the button moves or disappears.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`#${CSS.escape(listId)} > :nth-child(${shown + 1}) a`)?.focus(),
    )
  }
  return (
    <Stack>
      <Small role="status">{counted(competitions.length, 'competition')}</Small>
      <CompetitionCards id={listId} aria-label="Competitions">
        {competitions.slice(0, shown).map((competition) => (
          <CompetitionCard key={competition.id} competition={competition} userId={userId} now={now} />
        ))}
      </CompetitionCards>
      {rest > 0 && (
        <Button block onClick={more}>
          Show {Math.min(rest, STEP)} more of {counted(competitions.length, 'competition')}
        </Button>
      )}
    </Stack>
  )
}
