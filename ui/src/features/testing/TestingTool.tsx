import { Clock, FlaskConicalOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'
import type { TestProgress } from '../../../../src/contracts/testing.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Spread, Stack, Wrap } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { isOff, type Testing, useTesting } from './api.ts'
import { Cleanup } from './Cleanup.tsx'
import { heldBy } from './model.ts'
import { Overview } from './Overview.tsx'
import { SideNote } from './SideNote.tsx'
import { Simulation } from './Simulation.tsx'
import { TestUsers } from './TestUsers.tsx'

const Head = styled(Wrap)`
  padding-block: var(--s4);

  h1 {
    font-size: var(--t6);

    @container page (width < 37.5rem) {
      font-size: var(--t5);
    }
  }
  [data-tone] {
    white-space: normal;
  }
`

const TabBar = styled.div`
  background: var(--surface);
  border-block: 1px solid var(--line);

  [role='tablist'] {
    border: 0;
  }
  [role='tab'] {
    min-height: 48px;
    margin: 0;
  }
  /* The five of them on one line of a phone. */
  @container page (width < 37.5rem) {
    [role='tab'] {
      padding-inline: 6px;
    }
  }
  @container page (min-width: 37.5rem) {
    [role='tab'] {
      flex: 0 0 auto;
      padding-inline: var(--s4);
    }
    [role='tab']:first-child {
      padding-inline-start: 0;
    }
  }
`

const Body = styled(Wrap)`
  padding-block: var(--s4);

  @container page (min-width: 37.5rem) {
    padding-block: var(--s5);
  }
`

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'users', label: 'Users' },
  { id: 'simulation', label: 'Simulation' },
  { id: 'feedback', label: 'Feedback' },
  { id: 'cleanup', label: 'Cleanup' },
] as const
export type TestingTab = (typeof TABS)[number]['id']

/** The tab of an address; the first where it names none. */
export const tabOf = (text: string | null): TestingTab => TABS.find(({ id }) => id === text)?.id ?? TABS[0].id

interface TestingToolProps {
  readerId: number
  tab: TestingTab
  onTab: (tab: TestingTab) => void
  /** What testers say of the game. */
  feedback: ReactNode
}

/** The testing tool: test users, simulated gameweeks, and how to be rid of them. */
export function TestingTool({ readerId, tab, onTab, feedback }: TestingToolProps) {
  const base = useId()
  const testing = useTesting()
  const { data, error, mutate } = testing.progress
  if (isOff(error))
    return (
      <Body>
        <PanelBox as="div">
          <EmptyState icon={FlaskConicalOff} title="404 Page Not Found" isPage>
            The testing tool is off here.
          </EmptyState>
        </PanelBox>
      </Body>
    )
  const waiting = <Loading label="Loading the testing tool" rows={3} rowHeight="88px" />
  return (
    <>
      <Head>
        <Spread>
          <h1>Functional Testing</h1>
          <Badge tone="warn">Makes marked data, on this server</Badge>
        </Spread>
      </Head>
      <TabBar>
        <Wrap>
          <TabList
            label="Functional Testing"
            tabs={TABS}
            selected={tab}
            onSelect={(id) => onTab(tabOf(id))}
            base={base}
          />
        </Wrap>
      </TabBar>
      <Body {...tabPanelProps(base, tab)}>
        {data ? (
          <Stack data-gap="wide">
            {tab !== 'overview' && data.running && (
              <SideNote icon={Clock} tone="warn">
                {heldBy(data.running, readerId)} One run at a time: the next can start when it ends.
              </SideNote>
            )}
            <Shown {...{ tab, onTab, readerId, testing, feedback }} progress={data} />
          </Stack>
        ) : (
          <Missing read={{ error, mutate }} failed="Failed to load the testing tool" isAlone waiting={waiting} />
        )}
      </Body>
    </>
  )
}

interface ShownProps extends TestingToolProps {
  testing: Testing
  progress: TestProgress
}

function Shown({ tab, onTab, readerId, testing, progress, feedback }: ShownProps) {
  switch (tab) {
    case 'overview':
      return <Overview progress={progress} readerId={readerId} testing={testing} onCreate={() => onTab('users')} />
    case 'users':
      return <TestUsers testing={testing} />
    case 'simulation':
      return <Simulation testing={testing} />
    case 'feedback':
      return feedback
    case 'cleanup':
      return <Cleanup standing={progress.standing} testing={testing} />
  }
}
