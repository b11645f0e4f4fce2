import { useState } from 'react'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import { isCoverable } from '../../features/fixtures/model.ts'

const KEY = 'plp.hide-live-scores'

function stored(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

export interface HiddenScores {
  readonly isOn: boolean
  turn(on: boolean): void
  isCovered(fixture: Fixture): boolean
  reveal(fixture: Fixture): void
}

/** The switch 'Hide live scores', kept on the device, and the matches the player has uncovered since. */
export function useHiddenScores(now: number): HiddenScores {
  const [isOn, setOn] = useState(stored)
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set())
  return {
    isOn,
    turn(on) {
      setOn(on)
      setRevealed(new Set())
      try {
        window.localStorage.setItem(KEY, on ? 'on' : 'off')
      } catch {
        // A device that forbids storage: it holds for this visit.
      }
    },
    isCovered: (fixture) => isOn && !revealed.has(fixture.id) && isCoverable(fixture, now),
    reveal: (fixture) => setRevealed((before) => new Set([...before, fixture.id])),
  }
}
