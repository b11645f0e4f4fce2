import { expect } from 'vitest'
import type { SharedPrediction } from '../../src/areas/sharing/contract.ts'
import { openFixtures, predict } from './achievements.ts'
import type { TestApp } from './app.ts'
import type { Player } from './leagues.ts'

/** Predicts 2-1 for `count` open matches; returns the ids of the predictions, by kickoff. */
export async function predicted(app: TestApp, player: Player, count: number): Promise<number[]> {
  const fixtures = (await openFixtures(app, player)).slice(0, count)
  for (const { id } of fixtures) await predict(player, id, 2, 1)
  const own: { id: number; fixtureId: number }[] = await player.get('/api/predictions')
  return fixtures.map(({ id }) => own.find(({ fixtureId }) => fixtureId === id)!.id)
}

/** The player shares some predictions. */
export async function sharedBy(
  player: Player,
  predictionIds: readonly number[],
  more: object = {},
): Promise<SharedPrediction> {
  const body = { predictionIds, title: 'My weekend', ...more }
  const answer = await player.call('POST', '/api/share-predictions', body)
  expect(answer.status, answer.body?.detail).toBe(201)
  return answer.body
}

/** The page of a share, by its token. */
export const pageOf = ({ shareUrl }: { readonly shareUrl: string }): string => `/api/shared-predictions/${shareUrl}`
