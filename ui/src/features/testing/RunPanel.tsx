import { Check, CircleStop, TriangleAlert } from 'lucide-react'
import { styled } from 'styled-components'
import type { TestRun } from '../../../../src/areas/testing/contract.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Timeline } from '../../ui/Timeline.ts'
import type { Testing } from './api.ts'
import { aboutRun, clockOf, stepText, titleOf } from './model.ts'

const Body = styled(PanelBody)`
  display: grid;
  gap: var(--s3);
`

const Percent = styled.span`
  font: 600 var(--t7) / 0.85 var(--board);
`

const Bar = styled(ProgressBar)`
  height: 14px;
`

const Steps = styled(Timeline)`
  & > li[data-state='done'] {
    --mark: var(--ok);
  }
  & > li[data-state='running'] {
    --mark: var(--ink);
  }
`

/** The current run with its steps, progress and a stop button. Visible to every administrator. */
export function RunPanel({ run, readerId, testing }: { run: TestRun; readerId: number; testing: Testing }) {
  const title = titleOf(run)
  return (
    <Panel
      title={title}
      actions={<Badge tone="info">Running, {clockOf(serverNow() - Date.parse(run.startedAt))}</Badge>}
    >
      <Body>
        <Spread>
          <Percent>{run.percent}%</Percent>
          <Small>{aboutRun(run, readerId)}</Small>
        </Spread>
        <Bar label={title} percent={run.percent} />
        {run.steps.length > 0 && (
          <Steps>
            {run.steps.map((step) => (
              <li key={step.name} data-state={step.state}>
                <div>
                  <b>{step.name}</b>
                  <Small>{stepText(step)}</Small>
                </div>
              </li>
            ))}
          </Steps>
        )}
        <Row>
          <Button busy={testing.isStopping} onClick={() => void testing.stop()}>
            <CircleStop aria-hidden />
            Stop
          </Button>
          <Small>Finished steps stay until you clear the data.</Small>
        </Row>
      </Body>
    </Panel>
  )
}

export function RunEnd({ state }: { state: TestRun['state'] }) {
  if (state === 'failed')
    return (
      <Badge tone="bad">
        <TriangleAlert aria-hidden />
        Failed
      </Badge>
    )
  if (state === 'stopped') return <Badge tone="warn">Stopped</Badge>
  return (
    <Badge tone="ok">
      <Check aria-hidden />
      Done
    </Badge>
  )
}
