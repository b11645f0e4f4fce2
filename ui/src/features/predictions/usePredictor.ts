import { useCallback, useEffect, useState } from 'react'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import type { GameweekPickOutcome, Prediction } from '../../../../src/contracts/predictions.ts'
import { messageOf } from '../../api/http.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useSaveGameweek, useSavePrediction } from './api.ts'
import {
  type Draft,
  draftOf,
  isDirty,
  type MatchPhase,
  PROBLEM_TEXTS,
  pickOf,
  problemOf,
  type RowState,
  rowState,
  sameDraft,
  saveLabel,
  type Write,
} from './model.ts'
import { useDrafts } from './useDrafts.ts'

const SUBMITTED = { title: 'Prediction submitted!', description: 'Your prediction has been saved successfully.' }
const UPDATED = { title: 'Prediction updated!', description: 'Your prediction has been updated successfully.' }

/** Phases that no unsaved pick can come back from. */
const OVER: ReadonlySet<MatchPhase> = new Set(['live', 'awaiting', 'finished', 'cancelled'])

interface Match {
  readonly fixture: Fixture
  readonly phase: MatchPhase
}

export interface Row extends Match {
  readonly prediction: Prediction | undefined
  /** The unsaved pick, where there is one. */
  readonly draft: Draft | undefined
  /** What the boxes show: the unsaved pick, else the saved one. */
  readonly shown: Draft
  readonly state: RowState
  readonly isDirty: boolean
  /** Why it could not be saved. */
  readonly failure: string | null
}

export interface Predictor {
  /** The matches that are shown. */
  readonly rows: readonly Row[]
  /** Unsaved picks that can still be saved, whole or not, of the gameweek that is shown and of others. */
  readonly unsaved: number
  /** How many of them are of which other gameweek, ascending. */
  readonly elsewhere: readonly { readonly gameweek: number; readonly unsaved: number }[]
  /** Those that are whole. */
  readonly savable: number
  readonly saveLabel: string
  readonly isSavingAll: boolean
  change(row: Row, draft: Draft): void
  /** Update: opens a saved pick for editing. */
  edit(row: Row): void
  /** Cancel: back to what is saved. */
  cancel(row: Row): void
  submit(row: Row): Promise<void>
  /** Enter in a row: saves all that is unsaved; a row that is not whole says what it lacks. */
  enter(row: Row): Promise<void>
  saveAll(): Promise<void>
  discardAll(): void
}

interface PredictorInput {
  readonly userId: number
  /** The matches that are shown, of one gameweek. */
  readonly fixtures: readonly Fixture[]
  /** The season's: unsaved picks may be of any of them. */
  readonly season: readonly Fixture[]
  phaseOf(fixture: Fixture): MatchPhase
  readonly predictions: readonly Prediction[]
}

/** The gameweek's form: typed picks over saved ones, one write a row or one for all, and what came of each. */
export function usePredictor({ userId, fixtures, season, phaseOf, predictions }: PredictorInput): Predictor {
  const { drafts, store } = useDrafts(userId)
  const [writes, setWrites] = useState<ReadonlyMap<number, Write>>(new Map())
  const [isSavingAll, setSavingAll] = useState(false)
  const savePrediction = useSavePrediction(userId)
  const saveGameweek = useSaveGameweek(userId)
  const { toast } = useToast()

  const matchesOf = (list: readonly Fixture[]) => list.map((fixture) => ({ fixture, phase: phaseOf(fixture) }))
  const shown = new Set(fixtures.map(({ id }) => id))
  const rows = rowsOf(matchesOf(fixtures), predictions, drafts, writes)
  const others = rowsOf(
    matchesOf(season.filter(({ id }) => id in drafts && !shown.has(id))),
    predictions,
    drafts,
    writes,
  )
  const unsaved = [...rows, ...others].filter((row) => row.phase === 'open' && row.isDirty)
  const savable = unsaved.filter((row) => problemOf(row.shown) === null)

  const note = useCallback(
    (fixtureIds: readonly number[], write: Write | undefined) => {
      setWrites((before) => {
        const next = new Map(before)
        for (const id of fixtureIds) write ? next.set(id, write) : next.delete(id)
        return next
      })
      for (const id of fixtureIds) write?.status === 'saving' ? store.sending.add(id) : store.sending.delete(id)
    },
    [store],
  )

  /** Takes the draft away once it is on the server, unless the player has typed on meanwhile. */
  function settle(fixtureId: number, sent: Draft) {
    const now = store.get()[fixtureId]
    if (now && sameDraft(now, sent)) store.discard([fixtureId])
  }

  function refuse(description: string) {
    toast({ variant: 'destructive', title: 'Error', description })
  }

  // What was typed and not saved in time is told until kickoff, then forgotten.
  const over = [...rows, ...others].filter((row) => row.draft && OVER.has(row.phase)).map((row) => row.fixture.id)
  const overIds = over.join()
  useEffect(() => {
    if (overIds !== '') store.discard(overIds.split(',').map(Number))
  }, [store, overIds])

  async function submit(row: Row) {
    const id = row.fixture.id
    if (row.state === 'saving') return
    const problem = problemOf(row.shown)
    const pick = pickOf(row.shown)
    if (problem || !pick) return refuse(PROBLEM_TEXTS[problem ?? 'no-result'])
    note([id], { status: 'saving' })
    try {
      await savePrediction(id, pick, row.prediction)
      settle(id, row.shown)
      note([id], undefined)
      toast(row.prediction ? UPDATED : SUBMITTED)
    } catch (error) {
      const message = messageOf(error, row.prediction ? 'Failed to update prediction' : 'Failed to submit prediction')
      note([id], { status: 'failed', message })
      refuse(message)
    }
  }

  async function saveAll() {
    const sent = savable
    const incomplete = unsaved.find((row) => problemOf(row.shown) !== null)
    if (sent.length === 0) return refuse(PROBLEM_TEXTS[(incomplete && problemOf(incomplete.shown)) ?? 'no-result'])
    const ids = sent.map((row) => row.fixture.id)
    setSavingAll(true)
    note(ids, { status: 'saving' })
    try {
      const outcomes: GameweekPickOutcome[] = []
      for (const [gameweek, ofIt] of byGameweek(sent))
        outcomes.push(
          ...(await saveGameweek(
            gameweek,
            ofIt.map((row) => ({ fixtureId: row.fixture.id, ...pickOf(row.shown)! })),
          )),
        )
      let failure: string | null = null
      let failed = 0
      for (const row of sent) {
        const outcome = outcomes.find(({ fixtureId }) => fixtureId === row.fixture.id)
        if (outcome?.prediction) {
          settle(row.fixture.id, row.shown)
          note([row.fixture.id], undefined)
          continue
        }
        const message = outcome?.detail ?? 'Failed to submit prediction'
        note([row.fixture.id], { status: 'failed', message })
        failure ??= message
        failed += 1
      }
      if (failure) refuse(failed === 1 ? failure : `${failed} of ${sent.length} were not saved: ${failure}`)
      else if (sent.length === 1) toast(sent[0]!.prediction ? UPDATED : SUBMITTED)
      else
        toast({
          title: 'Predictions submitted!',
          description: `Your ${sent.length} predictions have been saved successfully.`,
        })
    } catch (error) {
      const message = messageOf(error, 'Failed to submit prediction')
      note(ids, { status: 'failed', message })
      refuse(message)
    } finally {
      setSavingAll(false)
    }
  }

  return {
    rows,
    unsaved: unsaved.length,
    elsewhere: byGameweek(unsaved.filter(({ fixture }) => !shown.has(fixture.id))).map(([gameweek, ofIt]) => ({
      gameweek,
      unsaved: ofIt.length,
    })),
    savable: savable.length,
    saveLabel: saveLabel(savable.length),
    isSavingAll,
    change(row, draft) {
      note([row.fixture.id], undefined)
      store.set(row.fixture.id, draft, row.prediction !== undefined)
    },
    edit(row) {
      if (!store.get()[row.fixture.id]) store.set(row.fixture.id, draftOf(row.prediction), true)
    },
    cancel(row) {
      note([row.fixture.id], undefined)
      store.discard([row.fixture.id])
    },
    submit,
    async enter(row) {
      const isWhole = problemOf(row.shown) === null
      const hasOthers = unsaved.some(({ fixture }) => fixture.id !== row.fixture.id)
      if (hasOthers && (isWhole || !row.isDirty)) return isSavingAll ? undefined : saveAll()
      if (row.isDirty || row.state !== 'saved') return submit(row)
    },
    saveAll,
    discardAll() {
      const ids = unsaved.map((row) => row.fixture.id)
      note(ids, undefined)
      store.discard(ids)
    },
  }
}

/** Rows by their gameweek, ascending. */
function byGameweek(rows: readonly Row[]): readonly (readonly [number, readonly Row[]])[] {
  const gameweeks = [...new Set(rows.map(({ fixture }) => fixture.gameweek))].sort((a, b) => a - b)
  return gameweeks.map((gameweek) => [gameweek, rows.filter(({ fixture }) => fixture.gameweek === gameweek)])
}

function rowsOf(
  matches: readonly Match[],
  predictions: readonly Prediction[],
  drafts: Readonly<Record<number, Draft>>,
  writes: ReadonlyMap<number, Write>,
): Row[] {
  const saved = new Map(predictions.map((prediction) => [prediction.fixtureId, prediction]))
  return matches.map(({ fixture, phase }) => {
    const prediction = saved.get(fixture.id)
    const draft = drafts[fixture.id]
    const write = writes.get(fixture.id)
    return {
      fixture,
      phase,
      prediction,
      draft,
      shown: draft ?? draftOf(prediction),
      state: rowState({ phase, fixture, prediction, draft, write }),
      isDirty: isDirty(draft, prediction),
      failure: write?.status === 'failed' ? write.message : null,
    }
  })
}
