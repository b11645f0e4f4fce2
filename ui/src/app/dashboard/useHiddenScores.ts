import { useMemo, useState } from 'react'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { isCoverable } from '../../features/fixtures/model.ts'
import { areScoresHidden, hideScores } from '../../lib/hiddenScores.ts'

export type HiddenScores = ReturnType<typeof useHiddenScores>

export function useHiddenScores(now: number) {
  const [isOn, setOn] = useState(areScoresHidden)
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set())
  return useMemo(
    () => ({
      isOn,
      toggle(on: boolean) {
        setOn(on)
        setRevealed(new Set())
        hideScores(on)
      },
      isCovered: (fixture: Fixture) => isOn && !revealed.has(fixture.id) && isCoverable(fixture, now),
      reveal: (fixture: Fixture) => setRevealed((before) => new Set([...before, fixture.id])),
    }),
    [isOn, revealed, now],
  )
}
