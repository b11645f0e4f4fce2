import { FlaskConical, History } from 'lucide-react'
import type { TestProgress, TestRun } from '../../../../src/areas/testing/contract.ts'
import { count } from '../../lib/numbers.ts'
import { GAMEWEEKS } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBox } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { Testing } from './api.ts'
import { Halves } from './Halves.ts'
import { aboutRun, titleOf } from './model.ts'
import { RunEnd, RunPanel } from './RunPanel.tsx'

interface OverviewProps {
  progress: TestProgress
  readerId: number
  testing: Testing
  onCreate: () => void
}

export function Overview({ progress: { standing, running, runs }, readerId, testing, onCreate }: OverviewProps) {
  const isEmpty = standing.users === 0 && standing.results === 0
  return (
    <>
      <StatTiles>
        <StatTile label="Test users" value={count(standing.users)} />
        <StatTile label="Their predictions" value={count(standing.predictions)} />
        <StatTile
          label="Simulated gameweeks"
          value={
            <>
              {count(standing.gameweeks.length)} <Small>of {GAMEWEEKS}</Small>
            </>
          }
        />
        <StatTile label="Simulated results" value={count(standing.results)} />
      </StatTiles>
      <Halves data-single={running === null && !isEmpty ? true : undefined}>
        {running && <RunPanel run={running} readerId={readerId} testing={testing} />}
        {!running && isEmpty && (
          <PanelBox as="div">
            <EmptyState
              icon={FlaskConical}
              title="No test data"
              action={
                <Button kind="primary" onClick={onCreate}>
                  Create Test Users
                </Button>
              }
            >
              Create test users first, then add predictions and results.
            </EmptyState>
          </PanelBox>
        )}
        <LastRuns runs={runs} readerId={readerId} />
      </Halves>
    </>
  )
}

function LastRuns({ runs, readerId }: { runs: readonly TestRun[]; readerId: number }) {
  return (
    <Panel title="Last runs" actions={<Small>From here and from the terminal</Small>}>
      {runs.length === 0 ? (
        <EmptyState icon={History} title="Nothing yet" action={null}>
          Runs appear here.
        </EmptyState>
      ) : (
        <Rows>
          {runs.map((run) => (
            <li key={run.id}>
              <RowText>
                <b>{titleOf(run)}</b>
                {(run.error ?? run.message) && <p>{run.error ?? run.message}</p>}
                <Small as="div">{aboutRun(run, readerId)}</Small>
              </RowText>
              <RunEnd state={run.state} />
            </li>
          ))}
        </Rows>
      )}
    </Panel>
  )
}
