import { CircleAlert, CircleCheck, Clock, Shield, TriangleAlert } from 'lucide-react'
import { type DragEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { RECEIPT_FILE_BYTES } from '../../../../src/contracts/receipts.ts'
import { Button } from '../../ui/Button.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { type Examined, examineFile } from './examine.ts'
import { Fingerprint } from './Fingerprint.tsx'
import { Fold } from './Fold.ts'
import { SAMPLE_KEY, SAMPLES } from './samples.ts'
import { Verdict, VerdictSteps } from './Verdict.ts'

const Drop = styled.label`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 6px;
  padding: var(--s5) var(--s4);
  border: 2px dashed var(--line-strong);
  text-align: center;
  cursor: pointer;

  &:hover,
  &[data-over] {
    border-color: var(--ink);
    background: var(--surface-2);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
  svg {
    width: 28px;
    height: 28px;
    color: var(--muted);
  }
  b {
    font: var(--b4);
  }
`

const Details = styled(Fold)`
  padding: var(--s3) var(--s4);
  border-top: 1px solid var(--line);
`

const ICONS = { ok: CircleCheck, warn: Clock, bad: CircleAlert } as const

type Outcome = Examined | 'checking' | 'failed' | null

/** Checks a receipt that another part of the page hands over. */
export interface CheckHandle {
  check(name: string, text: string): Promise<void>
}

interface CheckPanelProps {
  verifierKey: string
  isSignedIn: boolean
  ref?: Ref<CheckHandle>
}

/** Checks a receipt file in the browser; nothing is sent. The verdict comes first, then the steps, then the numbers. */
export function CheckPanel({ verifierKey, isSignedIn, ref }: CheckPanelProps) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [isOver, setOver] = useState(false)
  const verdict = useRef<HTMLDivElement>(null)
  /** Number of checks so far. */
  const checks = useRef(0)

  async function check(name: string, text: string | Promise<string>, key = verifierKey): Promise<void> {
    const nth = ++checks.current
    setOutcome('checking')
    let found: Examined | 'failed' = 'failed'
    try {
      found = await examineFile(name, await text, { verifierKey: key, isSignedIn: isSignedIn && key === verifierKey })
    } catch (error) {
      console.error(error)
    }
    // A slow check does not replace the verdict of a later one.
    if (nth !== checks.current) return
    setOutcome(found)
    verdict.current?.scrollIntoView?.({ block: 'nearest' })
  }
  useImperativeHandle(ref, () => ({ check }))

  async function checkFile(file: File | undefined): Promise<void> {
    // An empty text is no receipt either. A file may have gigabytes, or be gone.
    if (file) await check(file.name, file.size > RECEIPT_FILE_BYTES ? '' : file.text().catch(() => ''))
  }
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is)
  }
  function drop(event: DragEvent): void {
    over(false)(event)
    void checkFile(event.dataTransfer.files[0])
  }

  return (
    <Panel title="Check a receipt" actions={<Small>in your browser, nothing is sent</Small>}>
      <PanelBody>
        <Stack>
          <Drop data-over={isOver || undefined} onDragOver={over(true)} onDragLeave={over(false)} onDrop={drop}>
            <Shield aria-hidden />
            <b>Choose a receipt file</b>
            <Small>{isSignedIn ? 'or drop it here. Or take one of your own below.' : 'or drop it here.'}</Small>
            <input
              type="file"
              accept=".json,application/json"
              onChange={(event) => {
                void checkFile(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </Drop>
          <Row>
            <Small>Try it on a made-up match:</Small>
            {SAMPLES.map(({ label, text }) => (
              <Button key={label} size="sm" onClick={() => void check(label, text, SAMPLE_KEY)}>
                {label}
              </Button>
            ))}
          </Row>
        </Stack>
      </PanelBody>
      <div role="status" ref={verdict}>
        {outcome !== null && <Head outcome={outcome} />}
      </div>
      {outcome !== null && typeof outcome === 'object' && <Rest outcome={outcome} />}
    </Panel>
  )
}

function Head({ outcome }: { outcome: NonNullable<Outcome> }) {
  if (outcome === 'checking')
    return (
      <Verdict>
        <Spinner />
        <strong>Checking …</strong>
        <p>On this device.</p>
      </Verdict>
    )
  if (outcome === 'failed')
    return (
      <Verdict data-k="warn">
        <TriangleAlert aria-hidden />
        <strong>Could not check it</strong>
        <p>This browser is too old, or the connection is not secure. Save the checker and use another one.</p>
      </Verdict>
    )
  const Icon = ICONS[outcome.tone]
  return (
    <Verdict data-k={outcome.tone}>
      <Icon aria-hidden />
      <strong>{outcome.title}</strong>
      <p>{outcome.text}</p>
    </Verdict>
  )
}

function Rest({ outcome: { steps, fingerprint, line } }: { outcome: Examined }) {
  return (
    <>
      {steps.length > 0 && (
        <VerdictSteps>
          {steps.map(({ state, title, note }) => (
            <li key={title + note} data-state={state}>
              <div>
                <b>{title}</b>
                <Small>{note}</Small>
              </div>
            </li>
          ))}
        </VerdictSteps>
      )}
      {line !== null && (
        <Details>
          <summary>For those who want every number</summary>
          <Facts>
            {fingerprint !== null && (
              <Fact label="Fingerprint">
                <Fingerprint hex={fingerprint} />
              </Fact>
            )}
            <Fact label="Your line">
              <Fingerprint hex={line} />
            </Fact>
            <Fact label="Method">Merkle tree of RFC 9162, SHA-256</Fact>
            <Fact label="Line">SHA-256 of 32 secret bytes and the pick as canonical JSON (RFC 8785)</Fact>
            <Fact label="Signature">Ed25519</Fact>
          </Facts>
        </Details>
      )}
    </>
  )
}
