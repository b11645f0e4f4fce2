import { LockKeyhole, Save, ShieldCheck } from 'lucide-react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import { SEAL_DELAY_MS } from '../../../../src/areas/proofs/constants.ts'
import type { Seal } from '../../../../src/areas/proofs/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { shortFingerprint } from './examine.ts'
import { reads, receiptPath } from './reads.ts'

const Line = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px var(--s3);
  align-items: start;
  overflow-wrap: anywhere;

  svg {
    width: 22px;
    height: 22px;
    margin-top: 1px;
    color: var(--muted);
  }
  &[data-sealed] svg {
    color: var(--ok);
  }
`

/** After this time past the cutoff, a missing seal is not expected. */
const LATE_MS = 10 * SEAL_DELAY_MS

interface SealPanelProps {
  fixtureId: number
  /** ISO 8601; null: no date. */
  cutoffTime: string | null
  isRevealed: boolean
  /** Server time. */
  now: number
  /** The reader’s prediction. */
  predictionId: number | undefined
}

/** The seal of a match, and the reader’s receipt. */
export function SealPanel({ fixtureId, cutoffTime, isRevealed, now, predictionId }: SealPanelProps) {
  return (
    <Panel title="The seal">
      <PanelBody>
        <Stack>
          {isRevealed ? (
            <Sealed fixtureId={fixtureId} isLate={cutoffTime !== null && now > Date.parse(cutoffTime) + LATE_MS} />
          ) : (
            <Line>
              <LockKeyhole aria-hidden />
              <p>All picks are sealed a minute after the match closes. From then on nobody can change one unnoticed.</p>
            </Line>
          )}
          <Row>
            {predictionId !== undefined && (
              <ButtonAnchor size="sm" href={receiptPath(predictionId)} download>
                <Save aria-hidden />
                Save your receipt
              </ButtonAnchor>
            )}
            <ButtonLink to="/proofs" size="sm" kind="plain">
              All seals
            </ButtonLink>
          </Row>
        </Stack>
      </PanelBody>
    </Panel>
  )
}

function Sealed({ fixtureId, isLate }: { fixtureId: number; isLate: boolean }) {
  const read = useSWR<Seal[]>(reads.ofMatch.key(fixtureId))
  return (
    <Loaded read={read} failed="The seal did not load" loading={{ label: 'Loading the seal', rows: 1 }}>
      {([seal]) =>
        seal ? (
          <Line data-sealed>
            <ShieldCheck aria-hidden />
            <div>
              <p>
                <b>
                  {count(seal.size)} {wordFor(seal.size, 'pick')} sealed
                </b>{' '}
                on {shortTime(seal.sealedAt)}
              </p>
              <Small>Fingerprint {shortFingerprint(seal.fingerprint)}</Small>
            </div>
          </Line>
        ) : (
          <Line>
            <LockKeyhole aria-hidden />
            <p>{isLate ? 'This match closed before the game sealed picks.' : 'The picks are being sealed.'}</p>
          </Line>
        )
      }
    </Loaded>
  )
}
