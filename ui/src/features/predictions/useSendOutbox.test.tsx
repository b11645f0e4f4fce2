import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { GameweekPickOutcome, Prediction } from '../../../../src/areas/predictions/contract.ts'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { predictionSample, readerSample } from '../../../../test/support/samples.ts'
import { connectionIsBack } from '../../api/connection.ts'
import { shared } from '../../api/shared.ts'
import { draftKey, waitingKey } from './draftKey.ts'
import { updateOutbox, useOutbox } from './outbox.ts'
import { reads } from './reads.ts'
import { useSendOutbox } from './useSendOutbox.ts'

componentTests()

const SAVE = 'PUT /api/predictions/gameweek/13'
const saved = (changes: Partial<Prediction> = {}) => predictionSample({ fixtureId: 4, ...changes })
const list = (...predictions: Prediction[]) => ok(z.array(Prediction), predictions)
const outcome = (each: GameweekPickOutcome) => ok(z.array(GameweekPickOutcome), [each])
const stored = outcome({ fixtureId: 4, status: 201, prediction: saved() })

function Sender({ userId }: { userId: number }) {
  useSendOutbox(userId)
  const { sent } = useOutbox()
  return <p>{sent.map(({ match, pick }) => `${match} ${pick}`).join()}</p>
}

// The picks of a player live in the module: each test has its own.
let userId = 500

/** The page of a player whose 2–1 for match 4 was saved offline, over the pick of a revision. */
function open(answers: NonNullable<Parameters<typeof draw>[1]>['answers'], replaces = 0) {
  userId += 1
  updateOutbox({ sent: [] })
  localStorage.setItem(draftKey(userId), JSON.stringify({ 4: { result: 'home', home: '2', away: '1' } }))
  const waiting = { gameweek: 13, match: 'Everton v Newcastle', replaces, keptAt: KEPT_AT, closes: null }
  localStorage.setItem(waitingKey(userId), JSON.stringify({ 4: waiting }))
  return draw(<Sender userId={userId} />, {
    answers: { [shared.user.key]: ok(CurrentUser, readerSample()), ...answers },
  })
}
const KEPT_AT = '2025-11-29T16:48:00.000Z'
const kept = (key: (id: number) => string) => JSON.parse(localStorage.getItem(key(userId)) ?? 'null')
const online = () => act(() => void window.dispatchEvent(new Event('online')))
const sent = () => screen.findByText('Everton v Newcastle 2–1')

describe('(R412) a pick saved offline', () => {
  test('is sent when the page opens, with the revision that it replaces', async () => {
    const { writes } = open({ [reads.mine.key]: list(), [SAVE]: stored })
    await sent()
    expect(writes().map(({ body }) => body)).toMatchObject([
      {
        predictions: [
          { fixtureId: 4, predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1, basedOn: 0 },
        ],
      },
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
    await sent()
    online()
    expect(writes()).toHaveLength(1)
  })

  test('whose match has closed names what counts instead, and is not sent again', async () => {
    const before = saved({ predictedResult: 'draw', predictedHomeScore: 1, predictedAwayScore: 1 })
    const refused = { fixtureId: 4, status: 409, detail: 'Prediction period has ended' }
    const { writes } = open({ [reads.mine.key]: list(before), [SAVE]: outcome(refused) }, before.revision)
    await waitFor(() =>
      expect(kept(waitingKey)[4].refused).toMatchObject({
        why: 'late',
        detail: 'Prediction period has ended',
        pick: '2–1',
        counts: '1–1',
      }),
    )
    expect(kept(draftKey)).not.toBeNull()
    online()
    expect(writes()).toHaveLength(1)
  })

  test('does not overwrite one saved on another device since: the player is asked', async () => {
    const newer = saved({ predictedResult: 'away', predictedHomeScore: 0, predictedAwayScore: 2, revision: 5 })
    const refused = { fixtureId: 4, status: 412, detail: 'You have changed this prediction on another device' }
    const { writes } = open({ [reads.mine.key]: list(newer), [SAVE]: outcome(refused) }, 1)
    await waitFor(() =>
      expect(kept(waitingKey)[4]).toMatchObject({
        replaces: 5,
        refused: { why: 'changed', at: newer.updatedAt, pick: '2–1', counts: '0–2' },
      }),
    )
    expect(writes()).toHaveLength(1)
    expect(kept(draftKey)).not.toBeNull()
    online()
    expect(writes()).toHaveLength(1)
  })

  test('keeps waiting if the server has no room for it now', async () => {
    const { writes } = open({ [reads.mine.key]: list(), [SAVE]: outcome({ fixtureId: 4, status: 429 }) })
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(kept(waitingKey)[4].refused).toBeUndefined()
  })

  test('during a sending is sent after it', async () => {
    const { writes } = open({
      [reads.mine.key]: list(),
      [SAVE]({ body }) {
        const [{ fixtureId }] = (body as { predictions: [{ fixtureId: number }] }).predictions
        if (fixtureId === 4) keepAnother()
        return outcome({ fixtureId, status: 201, prediction: saved({ fixtureId }) })
      },
    })
    /** As `Send mine` of another match does. */
    function keepAnother() {
      for (const key of [draftKey(userId), waitingKey(userId)]) {
        localStorage.setItem(key, JSON.stringify({ 5: JSON.parse(localStorage.getItem(key)!)[4] }))
        window.dispatchEvent(new StorageEvent('storage', { key }))
      }
      connectionIsBack()
    }
    await waitFor(() => expect(writes()).toHaveLength(2))
    await waitFor(() => expect(kept(waitingKey)).toBeNull())
  })

  test('that was stored although its response was lost is not sent again', async () => {
    const { writes } = open({ [reads.mine.key]: list(saved()) })
    await waitFor(() => expect(kept(draftKey)).toBeNull())
    expect(writes()).toEqual([])
    await sent()
  })
})
