import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { TestProgress, TestRunKind } from '../../../../src/areas/testing/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
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

const Numbers = styled(Facts)`
  & > div {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  dd {
    font: 600 var(--t4) / 1.1 var(--board);
  }
`

interface CleanupProps {
  standing: TestProgress['standing']
  testing: Testing
}

export function Cleanup({ standing, testing }: CleanupProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { users, predictions, results } = standing
  return (
    <>
      <Halves>
        <Way
          title="Clear"
          about="Removes simulated results and test users’ predictions. The users stay."
          facts={[
            ['Simulated results', results],
            ['Predictions by test users', predictions],
          ]}
          kind="clear"
          testing={testing}
          onStart={() => void testing.order({ kind: 'clear' })}
        />
        <Way
          title="Cleanup"
          about="Does the same, and deletes the test users with all their data."
          facts={[
            ['Test users', users],
            ['Simulated results', results],
          ]}
          kind="cleanup"
          isDangerous
          testing={testing}
          onStart={() => !testing.isBlocked && setConfirming(true)}
        />
      </Halves>
      <SideNote icon={ShieldCheck}>Real players keep everything they have.</SideNote>
      {isConfirming && (
        <ConfirmDialog
          title="Cleanup test data?"
          action="Cleanup"
          danger
          onConfirm={() => testing.order({ kind: 'cleanup' })}
          onClose={() => setConfirming(false)}
        >
          This deletes {counted(users, 'test user')} and all their data. Real players keep everything they have.
        </ConfirmDialog>
      )}
    </>
  )
}

interface WayProps {
  title: string
  about: string
  facts: readonly (readonly [name: string, value: number])[]
  kind: TestRunKind
  isDangerous?: true
  testing: Testing
  onStart: () => void
}

function Way({ title, about, facts, kind, isDangerous, testing, onStart }: WayProps) {
  const busy = testing.busy === kind
  return (
    <Panel title={title}>
      <Body>
        <Small as="p">{about}</Small>
        <Numbers>
          {facts.map(([name, value]) => (
            <Fact key={name} label={name}>
              <Num>{count(value)}</Num>
            </Fact>
          ))}
        </Numbers>
        <Spread>
          <Command>npm run testing -- {kind}</Command>
          <Button
            kind={isDangerous && 'danger'}
            busy={busy}
            aria-disabled={(testing.isBlocked && !busy) || undefined}
            onClick={onStart}
          >
            {title}
          </Button>
        </Spread>
      </Body>
    </Panel>
  )
}
