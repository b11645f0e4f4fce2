import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { GameweekPickOutcome, Prediction } from '../../../../src/areas/predictions/contract.ts'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { predictionSample, readerSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { draftKey, waitingKey } from './draftKey.ts'
import { reads } from './reads.ts'
import { useWaitingPicks } from './useWaitingPicks.ts'

componentTests()

const SAVE = 'PUT /api/predictions/gameweek/13'
const saved = (changes: Partial<Prediction> = {}) => predictionSample({ fixtureId: 4, ...changes })
const list = (...predictions: Prediction[]) => ok(z.array(Prediction), predictions)
const outcome = (each: GameweekPickOutcome) => ok(z.array(GameweekPickOutcome), [each])
const stored = outcome({ fixtureId: 4, status: 201, prediction: saved() })

function Sender({ userId }: { userId: number }) {
  useWaitingPicks(userId)
  return null
}

// The picks of a player live in the module: each test has its own.
let userId = 500

/** The page of a player whose 2–1 for match 4 was saved offline, over the pick made at `replaces`. */
function open(answers: NonNullable<Parameters<typeof draw>[1]>['answers'], replaces: string | null = null) {
  userId += 1
  localStorage.setItem(draftKey(userId), JSON.stringify({ 4: { result: 'home', home: '2', away: '1' } }))
  localStorage.setItem(
    waitingKey(userId),
    JSON.stringify({ 4: { gameweek: 13, match: 'Everton v Newcastle', replaces } }),
  )
  return draw(<Sender userId={userId} />, {
    answers: { [shared.user.key]: ok(CurrentUser, readerSample()), ...answers },
  })
}
const kept = (key: (id: number) => string) => localStorage.getItem(key(userId))
const online = () => act(() => void window.dispatchEvent(new Event('online')))

describe('a pick saved offline', () => {
  test('is sent when the page opens', async () => {
    const { writes } = open({ [reads.mine.key]: list(), [SAVE]: stored })
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    expect(writes().map(({ body }) => body)).toMatchObject([
      { predictions: [{ fixtureId: 4, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }] },
    ])
    expect([kept(draftKey), kept(waitingKey)]).toEqual([null, null])
  })

  test('waits for the network, and is then sent once', async () => {
    const { answer, calls, writes } = open({ [reads.mine.key]: 'offline' })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(kept(waitingKey)).not.toBeNull()
    answer(reads.mine.key, list())
    answer(SAVE, stored)
    online()
    expect(await screen.findByText('Prediction submitted!')).toBeDefined()
    online()
    expect(writes()).toHaveLength(1)
  })

  test('whose match has closed names what counts instead, and is not sent again', async () => {
    const before = saved({ predictedResult: 'draw', predictedHomeScore: 1, predictedAwayScore: 1 })
    const refused = { fixtureId: 4, status: 409, detail: 'Prediction period has ended' }
    const { writes } = open({ [reads.mine.key]: list(before), [SAVE]: outcome(refused) }, before.updatedAt)
    const why = 'Prediction period has ended. Your change to 2–1 was not saved in time; 1–1 stands.'
    expect(await screen.findByText(`Everton v Newcastle: ${why}`)).toBeDefined()
    expect(kept(draftKey)).not.toBeNull()
    online()
    expect(kept(waitingKey)).toBeNull()
    expect(writes()).toHaveLength(1)
  })

  test('does not overwrite one saved on another device since', async () => {
    const newer = saved({ predictedResult: 'away', predictedHomeScore: 0, predictedAwayScore: 2 })
    const { writes } = open({ [reads.mine.key]: list(newer) }, '2025-01-01T10:00:00.000Z')
    const said = 'Everton v Newcastle: 0–2 was saved on another device. Your 2–1 is still unsaved.'
    expect(await screen.findByText(said)).toBeDefined()
    expect(writes()).toEqual([])
    expect([kept(draftKey) === null, kept(waitingKey)]).toEqual([false, null])
  })

  test('that was stored although its response was lost is not sent again', async () => {
    const { writes } = open({ [reads.mine.key]: list(saved()) })
    await waitFor(() => expect(kept(draftKey)).toBeNull())
    expect(writes()).toEqual([])
  })
})
