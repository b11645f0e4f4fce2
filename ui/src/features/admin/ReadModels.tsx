import { styled } from 'styled-components'
import type { ProjectionState, Projections } from '../../../../src/contracts/projections.ts'
import { counted } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Num, Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { wordOf } from './projections.ts'
import { type ProjectionAction, useProjectionAction, useProjections } from './projections-api.ts'

const List = styled(Rows)`
  li {
    overflow-wrap: anywhere;
  }
  /* On a narrow phone the words break rather than the line, so that all rows are alike. */
  [data-name] {
    flex: 1 1 90px;
    min-width: 0;
  }
`

/** How far the read models and reactors are, what stopped them, and what to do about it. */
export function ReadModels() {
  const read = useProjections()
  const { busy, act } = useProjectionAction()
  return (
    <Stack data-gap="wide">
      <h1>Read Models</h1>
      <Loaded
        read={read}
        failed="Failed to load read models"
        isAlone
        waiting={<Loading label="Loading read models" rows={4} rowHeight="56px" />}
      >
        {(data) => (
          <>
            <Poison events={data.poison} busy={busy} onRun={act} />
            <Part title="Projections" kind="group" projections={data.projections} busy={busy} onRun={act} />
            <Part title="Reactors" kind="reactor" projections={data.projections} busy={busy} onRun={act} />
            <Small as="p">
              {data.leads ? 'This node projects.' : 'Another node projects.'} Everything here is computed from the event
              log.
            </Small>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

interface Acting {
  busy: string | null
  onRun: (action: ProjectionAction, name: string) => void
}

function Poison({ events, busy, onRun }: { events: Projections['poison'] } & Acting) {
  if (events.length === 0) return null
  return (
    <Panel title="Stopped by an event">
      <PanelBody>
        <p>The others go on. Retry once the cause is mended, or skip the event: it stays in the log.</p>
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
              <Small as="div">{event.error}</Small>
            </div>
            <Row>
              <Button
                size="sm"
                busy={busy === `retry ${event.projection}`}
                onClick={() => onRun('retry', event.projection)}
              >
                Retry<VisuallyHidden> {event.projection}</VisuallyHidden>
              </Button>
              <Button
                size="sm"
                kind="danger"
                busy={busy === `skip ${event.projection}`}
                onClick={() => onRun('skip', event.projection)}
              >
                Skip event<VisuallyHidden> of {event.projection}</VisuallyHidden>
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
                  <Small as="div">{counted(projection.events, 'event')} taken</Small>
                  {projection.rebuildError !== null && (
                    <Small as="div">Last rebuild failed: {projection.rebuildError}</Small>
                  )}
                </div>
                <Row>
                  <Badge tone={tone}>{word}</Badge>
                  {kind === 'group' && (
                    <Button
                      size="sm"
                      disabled={projection.rebuilding !== null}
                      busy={busy === `rebuild ${projection.name}`}
                      onClick={() => onRun('rebuild', projection.name)}
                    >
                      Rebuild<VisuallyHidden> {projection.name}</VisuallyHidden>
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
