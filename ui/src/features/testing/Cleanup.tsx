import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { styled } from 'styled-components'
import type { TestProgress } from '../../../../src/contracts/testing.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Num, Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import type { Testing } from './api.ts'
import { Halves } from './Halves.ts'
import { Command } from './JobForm.tsx'
import { SideNote } from './SideNote.tsx'

const Body = styled(PanelBody)`
  display: grid;
  gap: var(--s3);
`

const Facts = styled.dl`
  div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px var(--s3);
    padding: 9px 0;
    border-top: 1px solid var(--line);
    align-items: baseline;
  }
  div:first-child {
    border-top: 0;
  }
  dt {
    font-size: var(--t1);
    color: var(--muted);
  }
  dd {
    font: 600 var(--t4) / 1.1 var(--board);
  }
`

interface CleanupProps {
  standing: TestProgress['standing']
  testing: Testing
}

/** Takes back what was made, with the test users or without. */
export function Cleanup({ standing, testing }: CleanupProps) {
  const [isAsking, ask] = useState(false)
  const { users, predictions, results } = standing
  return (
    <>
      <Halves>
        <Way
          title="Clear"
          about="Takes simulated results and predictions of test users back. The users stay."
          facts={[
            ['Simulated results', results],
            ['Predictions of test users', predictions],
          ]}
          command="npm run testing -- clear"
        >
          <Button
            busy={testing.busy === 'clear'}
            aria-disabled={(testing.isHeld && testing.busy !== 'clear') || undefined}
            onClick={() => void testing.order({ kind: 'clear' })}
          >
            Clear
          </Button>
        </Way>
        <Way
          title="Cleanup"
          about="Does that, and deletes the test users with all that is theirs."
          facts={[
            ['Test users', users],
            ['Simulated results', results],
          ]}
          command="npm run testing -- cleanup"
        >
          <Button
            kind="danger"
            busy={testing.busy === 'cleanup'}
            aria-disabled={(testing.isHeld && testing.busy !== 'cleanup') || undefined}
            onClick={() => !testing.isHeld && ask(true)}
          >
            Cleanup
          </Button>
        </Way>
      </Halves>
      <SideNote icon={ShieldCheck}>What real players did and have stays as it is.</SideNote>
      {isAsking && (
        <ConfirmDialog
          title="Cleanup test data?"
          action="Cleanup"
          danger
          onConfirm={() => testing.order({ kind: 'cleanup' })}
          onClose={() => ask(false)}
        >
          {counted(users, 'test user')} and all that is theirs go. Real players stay as they are.
        </ConfirmDialog>
      )}
    </>
  )
}

interface WayProps {
  title: string
  about: string
  facts: readonly (readonly [name: string, value: number])[]
  command: string
  /** The button. */
  children: ReactNode
}

function Way({ title, about, facts, command, children }: WayProps) {
  return (
    <Panel title={title}>
      <Body>
        <Small as="p">{about}</Small>
        <Facts>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Num>{count(value)}</Num>
              </dd>
            </div>
          ))}
        </Facts>
        <Spread>
          <Command>{command}</Command>
          {children}
        </Spread>
      </Body>
    </Panel>
  )
}
