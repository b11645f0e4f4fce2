import { Award, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { Achievement, RetroactiveReport, RetroactiveStatus } from '../../../../src/areas/achievements/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { fullTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelBox } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { RetroactivePreview } from './RetroactivePreview.tsx'
import { progressOf, waitingText } from './retroactive.ts'
import { useAllAchievements, useRetroactive } from './retroactive-api.ts'

const Order = styled.div`
  display: grid;
  gap: var(--s3);
  align-items: end;

  @container page (min-width: 37.5rem) {
    grid-template-columns: minmax(0, 22.5rem) auto;
    justify-content: start;
  }
`

const Intro = styled.p`
  max-width: 68ch;
  color: var(--muted);
`

const UnderWay = styled.div`
  display: grid;
  gap: 6px;
`

/** Unlocks achievements for past results: a preview first, then the run with its progress. */
export function RetroactiveAchievements() {
  const { status, isRunning, step, preview, unlock } = useRetroactive()
  const achievements = useAllAchievements().data ?? []
  const [only, setOnly] = useState('')
  const [report, setReport] = useState<RetroactiveReport | null>(null)
  const chosen = only || undefined

  const opener = useRef<HTMLButtonElement>(null)

  /** Closes the preview and returns the focus to the button that opened it. */
  const close = () => {
    setReport(null)
    opener.current?.focus()
  }
  const confirm = async () => {
    if (await unlock(chosen)) close()
  }
  return (
    <Stack data-gap="wide">
      <h1>Achievements</h1>
      <Panel title="Retroactive unlocking">
        <PanelBody>
          <Stack>
            <Intro>
              Players unlock achievements as they earn them. After adding a new one, run this to give it to everyone who
              has already earned it, with the original date. You can run it again: nobody gets anything twice.
            </Intro>
            <Order>
              <Field label="Achievement">
                <Choice
                  value={only}
                  disabled={step !== 'idle'}
                  options={[
                    { value: '', label: 'All achievements' },
                    ...achievements.map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                  onChoose={(id) => {
                    setOnly(id)
                    setReport(null)
                  }}
                />
              </Field>
              <Button
                ref={opener}
                kind={report === null || report.totalUnlocked === 0 ? 'primary' : 'neutral'}
                busy={step === 'previewing'}
                aria-disabled={isRunning || step === 'ordering' || undefined}
                onClick={async () => {
                  if (!isRunning && step === 'idle') setReport(await preview(chosen))
                }}
              >
                <Award aria-hidden />
                Unlock Achievements
              </Button>
            </Order>
            <Loaded
              read={status}
              failed="Failed to load the status"
              waiting={<Loading label="Loading the status" rows={1} rowHeight="20px" />}
            >
              {(data) => <Status status={data} achievements={achievements} />}
            </Loaded>
          </Stack>
        </PanelBody>
      </Panel>
      {report?.totalUnlocked === 0 && (
        <PanelBox as="div" role="status">
          <EmptyState icon={CircleCheck} title="Nothing to unlock" action={null}>
            Everyone has what they’ve earned.
          </EmptyState>
        </PanelBox>
      )}
      {report !== null && report.totalUnlocked > 0 && (
        <RetroactivePreview
          report={report}
          busy={step === 'ordering'}
          onConfirm={() => void confirm()}
          onCancel={close}
        />
      )}
    </Stack>
  )
}

interface StatusProps {
  status: RetroactiveStatus
  achievements: readonly Achievement[]
}

/** The current work, or pending work, and the latest run. */
function Status({ status: { folding, waiting, run }, achievements }: StatusProps) {
  return (
    <Stack>
      {folding && <Bar label="Reading the history" progress={folding} unit="events" />}
      {run?.state === 'running' ? (
        <Bar label="Unlocking" progress={run} unit="achievements" />
      ) : (
        folding === null && <p role="status">{waitingText(waiting)}</p>
      )}
      {run?.state === 'completed' && (
        <Small as="p">
          Latest run: <time dateTime={run.orderedAt}>{fullTime(run.orderedAt)}</time>,{' '}
          {run.only === null ? 'all achievements' : (achievements.find(({ id }) => id === run.only)?.name ?? run.only)}.{' '}
          {counted(run.total, 'achievement')} unlocked for {counted(run.users, 'player')}.
        </Small>
      )}
    </Stack>
  )
}

function Bar({
  label,
  progress,
  unit,
}: {
  label: string
  progress: { done: number; total: number | null }
  unit: string
}) {
  const { percent, text } = progressOf(progress)
  return (
    <UnderWay>
      <span>
        {label}: {text} {unit}
      </span>
      <ProgressBar label={label} percent={percent} text={`${text} ${unit}`} />
    </UnderWay>
  )
}
