import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { GameweekPickOutcome, Prediction } from '../../../../src/contracts/predictions.ts'
import { achievementChecks } from '../../api/achievementChecks.ts'
import { ApiError, http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import type { Pick } from './model.ts'
import { allPredictions, reads } from './reads.ts'

/** All the reader's own predictions. */
export function usePredictions() {
  return useSWR<Prediction[]>(reads.mine.key, allPredictions)
}

/** Puts answers of writes into the list: a newer one in the place of its older self, a first one at the head. */
export function withSaved(list: readonly Prediction[], saved: readonly Prediction[]): Prediction[] {
  const fresh = new Map(saved.map((prediction) => [prediction.fixtureId, prediction]))
  const kept = list.map((prediction) => {
    const newer = fresh.get(prediction.fixtureId)
    fresh.delete(prediction.fixtureId)
    return newer ?? prediction
  })
  return [...fresh.values(), ...kept]
}

/** A pick in the body of a write; a score that is not there is left out. */
export function pickBody(pick: Pick) {
  const { predictedResult, predictedHomeScore, predictedAwayScore } = pick
  return predictedHomeScore === null ? { predictedResult } : { predictedResult, predictedHomeScore, predictedAwayScore }
}

function useNoteSaved() {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (saved: readonly Prediction[]) => {
      if (saved.length === 0) return
      await mutate<Prediction[]>(reads.mine.key, (list) => withSaved(list ?? [], saved), { revalidate: false })
      // The player's own numbers count predictions too.
      void mutate(shared.user.key)
    },
    [mutate],
  )
}

/**
 * Creates a prediction, or updates the given one, and shows it in the list. When no answer came, or the server already has one,
 * it looks: a pick that arrived after all is a success. Throws `ApiError`, or the browser's error where there was no answer.
 */
export function useSavePrediction(userId: number) {
  const { mutate } = useSWRConfig()
  const noteSaved = useNoteSaved()
  return useCallback(
    async (fixtureId: number, pick: Pick, existing: Prediction | undefined): Promise<Prediction> => {
      const body = { userId, fixtureId, ...pickBody(pick) }
      try {
        const saved = existing
          ? await http<Prediction>(`/api/predictions/${existing.id}`, { method: 'PUT', body })
          : await http<Prediction>('/api/predictions', { method: 'POST', body })
        await noteSaved([saved])
        if (!existing) achievementChecks.due()
        return saved
      } catch (error) {
        if (error instanceof ApiError && error.status !== 409) throw error
        const list = await mutate<Prediction[]>(reads.mine.key, allPredictions()).catch(() => undefined)
        const arrived = list?.find((prediction) => prediction.fixtureId === fixtureId)
        if (arrived && samePick(arrived, pick)) return arrived
        throw error
      }
    },
    [userId, mutate, noteSaved],
  )
}

function samePick(a: Pick, b: Pick): boolean {
  return (
    a.predictedResult === b.predictedResult &&
    a.predictedHomeScore === b.predictedHomeScore &&
    a.predictedAwayScore === b.predictedAwayScore
  )
}

/** Saves several picks of one gameweek in one call and shows them in one change of the list; an outcome each. */
export function useSaveGameweek(userId: number) {
  const noteSaved = useNoteSaved()
  return useCallback(
    async (gameweek: number, picks: readonly (Pick & { fixtureId: number })[]): Promise<GameweekPickOutcome[]> => {
      const outcomes = await http<GameweekPickOutcome[]>(`/api/predictions/gameweek/${gameweek}`, {
        method: 'PUT',
        body: {
          userId,
          predictions: picks.map((pick) => ({ fixtureId: pick.fixtureId, ...pickBody(pick) })),
        },
      })
      await noteSaved(outcomes.flatMap((outcome) => (outcome.prediction ? [outcome.prediction] : [])))
      if (outcomes.some(({ status }) => status === 201)) achievementChecks.due()
      return outcomes
    },
    [userId, noteSaved],
  )
}
