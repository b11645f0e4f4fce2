import { styled } from 'styled-components'
import useSWR from 'swr'
import type { ProjectionState, Projections } from '../../../../src/areas/administration/contract.ts'
import { http } from '../../api/http.ts'
import { counted } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Num, Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { useAction } from '../../ui/useAction.ts'
import { Written } from '../../ui/Written.ts'
import { wordOf } from './projections.ts'
import { reads } from './reads.ts'

const List = styled(Rows)`
  li {
    overflow-wrap: anywhere;
  }
  @container page (min-width: 60rem) {
    display: grid;
    grid-template-columns: 1fr 1fr;

    li:nth-child(odd) {
      border-inline-end: 1px solid var(--line);
    }
  }
  /* On a narrow phone the words break, not the row, so that all rows are alike. */
  [data-name] {
    flex: 1 1 90px;
    min-width: 0;
  }
`

type Action = 'retry' | 'skip' | 'rebuild'

/** Polls every second during a rebuild. */
const interval = (data: Projections | undefined): number =>
  data?.projections.some((projection) => projection.rebuilding) ? 1_000 : 10_000

export function ReadModels() {
  const read = useSWR<Projections>(reads.projections.key, { ...reads.projections.fresh, refreshInterval: interval })
  const { busy, run } = useAction<string>()
  const act = (action: Action, name: string) =>
    run(
      async () => {
        try {
          const answer = await http<Projections>(`${reads.projections.key}/${name}/${action}`, { method: 'POST' })
          await read.mutate(answer, { revalidate: false })
        } catch (error) {
          await read.mutate()
          throw error
        }
      },
      { failed: `${action[0]!.toUpperCase()}${action.slice(1)} failed` },
      `${action} ${name}`,
    )
  return (
    <Stack data-gap="wide">
      <h1>Read Models</h1>
      <Loaded
        read={read}
        failed="Failed to load read models"
        isAlone
        loading={{ label: 'Loading read models', rowHeight: '56px' }}
      >
        {(data) => (
          <>
            <Poison events={data.poison} busy={busy} onRun={act} />
            <Part title="Projections" kind="group" projections={data.projections} busy={busy} onRun={act} />
            <Part title="Reactors" kind="reactor" projections={data.projections} busy={busy} onRun={act} />
            <Small as="p">
              {data.leads ? 'This node updates them.' : 'Another node updates them.'} Everything here is computed from
              the event log.
            </Small>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

interface Acting {
  /** `{action} {name}` while it runs. */
  busy: string | null
  onRun: (action: Action, name: string) => void
}

function Poison({ events, busy, onRun }: { events: Projections['poison'] } & Acting) {
  if (events.length === 0) return null
  return (
    <Panel title="Stopped by an event">
      <PanelBody>
        <p>Everything else keeps running. Fix the cause and retry, or skip the event: it stays in the log.</p>
      </PanelBody>
      <List>
        {events.map((event) => (
          <li key={`${event.projection} ${event.eventId}`}>
            <div>
              <Num>
                {event.projection}: {event.eventType}
              </Num>
              <Small as="div">
                {event.stream}, {shortTime(event.at)}
              </Small>
              <Small as="div">
                <Written>{event.error}</Written>
              </Small>
            </div>
            <Row>
              <Button
                size="sm"
                aria-label={`Retry ${event.projection}`}
                busy={busy === `retry ${event.projection}`}
                onClick={() => onRun('retry', event.projection)}
              >
                Retry
              </Button>
              <Button
                size="sm"
                kind="danger"
                aria-label={`Skip event of ${event.projection}`}
                busy={busy === `skip ${event.projection}`}
                onClick={() => onRun('skip', event.projection)}
              >
                Skip event
              </Button>
            </Row>
          </li>
        ))}
      </List>
    </Panel>
  )
}

interface PartProps extends Acting {
  title: string
  kind: ProjectionState['kind']
  projections: readonly ProjectionState[]
}

function Part({ title, kind, projections, busy, onRun }: PartProps) {
  return (
    <Panel title={title}>
      <List>
        {projections
          .filter((projection) => projection.kind === kind)
          .map((projection) => {
            const { word, tone } = wordOf(projection)
            return (
              <li key={projection.name}>
                <div data-name>
                  <Num>{projection.name}</Num>
                  <Small as="div">{counted(projection.events, 'event')} handled</Small>
                  {projection.rebuildError !== null && (
                    <Small as="div">Last rebuild failed: {projection.rebuildError}</Small>
                  )}
                </div>
                <Row>
                  <Badge tone={tone}>{word}</Badge>
                  {kind === 'group' && (
                    <Button
                      size="sm"
                      aria-label={`Rebuild ${projection.name}`}
                      disabled={projection.rebuilding !== null}
                      busy={busy === `rebuild ${projection.name}`}
                      onClick={() => onRun('rebuild', projection.name)}
                    >
                      Rebuild
                    </Button>
                  )}
                </Row>
              </li>
            )
          })}
      </List>
    </Panel>
  )
}
