import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { isDirty } from './model.ts'
import { storeOf } from './useDrafts.ts'

/** How many picks of a user stand on this device and say something else than the server; without `saved` all that say something. What is on its way is none. */
export function unsavedOf(userId: number, saved: readonly Prediction[] = []): number {
  const known = new Map(saved.map((prediction) => [prediction.fixtureId, prediction]))
  const { get, sending } = storeOf(userId)
  return Object.entries(get()).filter(
    ([id, draft]) => !sending.has(Number(id)) && isDirty(draft, known.get(Number(id))),
  ).length
}
