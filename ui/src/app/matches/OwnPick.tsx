import { useId, useMemo } from 'react'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { phaseOf } from '../../features/fixtures/model.ts'
import { usePredictor } from '../../features/predictions/usePredictor.ts'
import { oneOffer } from '../../features/sharing/offers.ts'
import { useShareDialog } from '../../features/sharing/useShareDialog.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FixtureRow } from '../dashboard/FixtureRow.tsx'
import { useJokers } from '../dashboard/useJokers.tsx'

interface OwnPickProps {
  fixture: Fixture
  predictions: readonly Prediction[]
  userId: number
  /** Server time. */
  now: number
}

const NO_PLACES: ReadonlyMap<number, number> = new Map()

/** The reader’s pick of an open match, editable as on the home page. */
export function OwnPick({ fixture, predictions, userId, now }: OwnPickProps) {
  const fixtures = useMemo(() => [fixture], [fixture])
  const hintId = useId()
  const jokers = useJokers(fixtures)
  const { share, dialog } = useShareDialog()
  const predictor = usePredictor({
    ...{ userId, fixtures, season: fixtures, now, predictions },
    phaseOf: (each) => phaseOf(each, now),
  })
  return (
    <Panel title="Your pick">
      <VisuallyHidden id={hintId}>Type a digit to jump to the next box. Press Enter to save.</VisuallyHidden>
      <ol data-predictor>
        {predictor.rows.map((row) => (
          <FixtureRow
            key={row.fixture.id}
            row={row}
            predictor={predictor}
            now={now}
            isCovered={false}
            onReveal={() => {}}
            onShare={(pick) => share(oneOffer(pick))}
            hintId={hintId}
            places={NO_PLACES}
            joker={jokers.lineOf?.(fixture)}
          />
        ))}
      </ol>
      {jokers.bar}
      {dialog}
    </Panel>
  )
}
