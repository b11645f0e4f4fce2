import { CirclePause, Clock, FlaskConicalOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'
import type { TestProgress } from '../../../../src/areas/testing/contract.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Spread, Stack, Wrap } from '../../ui/layout.ts'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Subnav } from '../../ui/Subnav.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { isOff, type Testing, useTesting } from './api.ts'
import { Cleanup } from './Cleanup.tsx'
import { blockReason } from './model.ts'
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

const TabBar = styled(Subnav)`
  border-top: 1px solid var(--line);

  [role='tab'] {
    min-height: 48px;
    margin: 0;
  }
  /* Five tabs on one line of a phone. */
  @container page (width < 37.5rem) {
    [role='tab'] {
      padding-inline: 6px;
    }
  }
  @container page (min-width: 37.5rem) {
    [role='tab'] {
      padding-inline: var(--s4);
    }
    [role='tab']:first-child {
      padding-inline-start: 0;
    }
  }
`

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'users', label: 'Users' },
  { id: 'simulation', label: 'Simulation' },
  { id: 'feedback', label: 'Feedback' },
  { id: 'cleanup', label: 'Cleanup' },
] as const
type TestingTab = (typeof TABS)[number]['id']

export const tabOf = (text: string | null): TestingTab => TABS.find(({ id }) => id === text)?.id ?? TABS[0].id

interface TestingToolProps {
  readerId: number
  tab: TestingTab
  onTab: (tab: TestingTab) => void
  feedback: ReactNode
}

export function TestingTool({ readerId, tab, onTab, feedback }: TestingToolProps) {
  const base = useId()
  const testing = useTesting()
  if (isOff(testing.progress.error))
    return (
      <Page>
        <PanelBox as="div">
          <EmptyState icon={FlaskConicalOff} title="404 Page Not Found" isPage action={<PlayLink />}>
            The testing tool is off here.
          </EmptyState>
        </PanelBox>
      </Page>
    )
  return (
    <>
      <Head>
        <Spread>
          <h1>Functional Testing</h1>
          <Badge tone="warn">Creates marked data on this server</Badge>
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
      <Page {...tabPanelProps(base, tab)}>
        <Loaded
          read={testing.progress}
          failed="Failed to load the testing tool"
          isAlone
          loading={{ label: 'Loading the testing tool', rows: 3, rowHeight: '88px' }}
        >
          {(progress) => (
            <Stack data-gap="wide">
              {tab !== 'overview' && progress.running && (
                <SideNote icon={Clock} tone="warn">
                  {blockReason(progress.running, readerId)} Start the next run when it ends.
                </SideNote>
              )}
              {progress.standing.results > 0 && (
                <SideNote icon={CirclePause}>
                  The fixtures source and rulings are paused while simulated results exist.
                </SideNote>
              )}
              <Shown {...{ tab, onTab, readerId, testing, feedback, progress }} />
            </Stack>
          )}
        </Loaded>
      </Page>
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
