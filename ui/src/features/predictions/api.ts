import useSWR, { useSWRConfig } from 'swr'
import type { GameweekPickOutcome, Prediction } from '../../../../src/areas/predictions/contract.ts'
import { achievementChecks } from '../../api/achievementChecks.ts'
import { ApiError, http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { type Draft, isDirty, pickOf } from './model.ts'
import { allPredictions, reads } from './reads.ts'

export function usePredictions() {
  return useSWR<Prediction[]>(reads.mine.key, allPredictions)
}

/** Reads the reader's picks again. Returns them; throws as `http` does. */
export function useFreshPicks(): () => Promise<readonly Prediction[]> {
  const { mutate } = useSWRConfig()
  return async () => (await mutate<Prediction[]>(reads.mine.key, allPredictions())) ?? []
}

/** Adds saved predictions to the list: replaces older versions and prepends new ones. */
export function withSaved(list: readonly Prediction[], saved: readonly Prediction[]): Prediction[] {
  const fresh = new Map(saved.map((prediction) => [prediction.fixtureId, prediction]))
  const known = new Set(list.map(({ fixtureId }) => fixtureId))
  return [
    ...saved.filter(({ fixtureId }) => !known.has(fixtureId)),
    ...list.map((prediction) => fresh.get(prediction.fixtureId) ?? prediction),
  ]
}

/**
 * Saves complete picks of one gameweek in one request and updates the list once. Returns the saved picks. After a lost
 * response it refetches: a pick may have been stored. Throws `ApiError`, or the network error if nothing was stored.
 */
export function useSavePicks(userId: number) {
  const { mutate } = useSWRConfig()
  return async (
    gameweek: number,
    picks: readonly {
      readonly fixtureId: number
      readonly draft: Draft
      /** Revision of the pick that it replaces; default: it replaces any. */
      readonly replaces?: number
    }[],
  ): Promise<readonly (Pick<GameweekPickOutcome, 'fixtureId' | 'prediction' | 'detail'> & { status?: number })[]> => {
    const predictions = picks.map(({ fixtureId, draft, replaces }) => ({
      fixtureId,
      ...pickOf(draft),
      basedOn: replaces,
    }))
    try {
      const path = `/api/predictions/gameweek/${gameweek}`
      const outcomes = await http<GameweekPickOutcome[]>(path, { method: 'PUT', body: { userId, predictions } })
      const saved = outcomes.flatMap(({ prediction }) => prediction ?? [])
      if (saved.length > 0) {
        await mutate<Prediction[]>(reads.mine.key, (list = []) => withSaved(list, saved), { revalidate: false })
        // The player's own totals include predictions.
        void mutate(shared.user.key)
      }
      if (outcomes.some(({ status }) => status === 201)) achievementChecks.due()
      return outcomes
    } catch (error) {
      if (error instanceof ApiError) throw error
      const list = await mutate<Prediction[]>(reads.mine.key, allPredictions()).catch(() => undefined)
      const arrived = picks.map(({ fixtureId, draft }) => {
        const prediction = list?.find((each) => each.fixtureId === fixtureId)
        return { fixtureId, prediction: isDirty(draft, prediction) ? undefined : prediction }
      })
      if (arrived.every(({ prediction }) => !prediction)) throw error
      return arrived
    }
  }
}
