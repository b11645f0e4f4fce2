import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { connectionIsBack, isStored } from '../../api/connection.ts'
import { ApiError, messageOf } from '../../api/http.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { timeText } from '../../lib/when.ts'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useSavePicks } from './api.ts'
import { useDrafts } from './drafts.ts'
import {
  type Draft,
  draftOf,
  isDirty,
  lateText,
  type MatchPhase,
  PROBLEM_TEXTS,
  problemOf,
  type RowFacts,
  rowState,
  sameDraft,
  saveLabel,
  type Write,
} from './model.ts'
import { keptToast, savedToast } from './toasts.ts'

/** Phases of a match that has closed and will be played, or was. */
const CLOSED: ReadonlySet<MatchPhase> = new Set(['closed', 'live', 'awaiting', 'finished'])

/** Time before its cutoff at which a match with an unsaved pick is warned of, in ms. */
const WARNING = 60_000

/** Phases after which unsaved picks can no longer be saved. */
const OVER: ReadonlySet<MatchPhase> = new Set(['live', 'awaiting', 'finished', 'cancelled'])

type Outcome = Awaited<ReturnType<ReturnType<typeof useSavePicks>>>[number]

const isSaving = ({ write }: RowFacts): boolean => write?.status === 'saving'

const rowOf = (facts: RowFacts) => ({
  ...facts,
  /** Value of the boxes: the unsaved pick, else the saved one. */
  shown: facts.draft ?? draftOf(facts.prediction),
  state: rowState(facts),
  isDirty: isDirty(facts.draft, facts.prediction),
  failure: facts.write?.status === 'failed' ? facts.write.message : null,
})

export type Row = ReturnType<typeof rowOf>

interface PredictorInput {
  readonly userId: number
  /** The displayed matches of one gameweek. */
  readonly fixtures: readonly Fixture[]
  /** All matches of the season: unsaved picks may belong to any of them. */
  readonly season: readonly Fixture[]
  phaseOf(fixture: Fixture): MatchPhase
  /** Server time. */
  readonly now: number
  readonly predictions: readonly Prediction[]
  /** Action of the toast after a save that leaves this many of the shown matches open without a pick. */
  toGo?(matches: number): ReactNode
}

/** Whether a match is open and has no pick, saved or not. */
export const isUnpicked = ({ state }: Row): boolean => state === 'open'

export type Predictor = ReturnType<typeof usePredictor>

/** The gameweek's form: drafts over saved picks, one write per gameweek, and the outcome of each pick. */
export function usePredictor({ userId, fixtures, season, phaseOf, now, predictions, toGo }: PredictorInput) {
  const { drafts, waiting, store } = useDrafts(userId)
  const [writes, setWrites] = useState<ReadonlyMap<number, Write>>(new Map())
  const [edited, setEdited] = useState<number | null>(null)
  const { isBusy: isSavingAll, run } = useAction()
  const savePicks = useSavePicks(userId)

  // Those that were too late are saved again as any other.
  const isWaiting = (id: number) => id in waiting && waiting[id]!.refused?.why !== 'late'
  const saved = new Map(predictions.map((prediction) => [prediction.fixtureId, prediction]))
  const read = (fixture: Fixture): Row => {
    const { id } = fixture
    return rowOf({
      fixture,
      phase: phaseOf(fixture),
      prediction: saved.get(id),
      draft: drafts[id],
      write: writes.get(id) ?? (isWaiting(id) ? { status: 'waiting', keptAt: waiting[id]!.keptAt } : undefined),
    })
  }
  const rows = fixtures.map(read)
  const shown = new Set(fixtures.map(({ id }) => id))
  const all = [...rows, ...season.filter(({ id }) => id in drafts && !shown.has(id)).map(read)]
  const unsaved = all.filter((row) => row.phase === 'open' && row.isDirty)
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

  function refuse(description: string) {
    toast({ variant: 'destructive', title: 'Error', description })
  }

  // The server's time decides about those that wait for a connection, not this device's.
  const late = all.filter(
    (row) => row.isDirty && CLOSED.has(row.phase) && !(row.fixture.id in waiting) && !isSaving(row),
  )
  const lateIds = late.map(({ fixture }) => fixture.id).join()
  const tellOfLate = useEffectEvent(() => {
    const untold = late.filter(({ fixture }) => !store.told.has(fixture.id))
    const [first] = untold
    if (!first) return
    for (const { fixture } of untold) store.told.add(fixture.id)
    const isOne = untold.length === 1
    toast({
      variant: 'destructive',
      title: isOne ? closedText(first) : `${untold.length} matches have closed`,
      description: untold.map((row) => `${isOne ? '' : `${matchOf(row.fixture)}: `}${lateText(row)}`).join(' '),
    })
  })
  useEffect(() => {
    if (lateIds !== '') tellOfLate()
  }, [lateIds])

  // Missed drafts are shown until kickoff, then removed.
  const over = all
    .filter((row) => row.draft && OVER.has(row.phase) && !isWaiting(row.fixture.id))
    .map((row) => row.fixture.id)
  const overIds = over.join()
  useEffect(() => {
    if (overIds !== '') store.drop(overIds.split(',').map(Number))
  }, [store, overIds])

  /** Applies the outcome of a pick that was sent. Returns why it was not saved; undefined: it was. */
  function settle({ fixture: { id }, shown }: Row, outcome: Outcome | undefined, failed: string): string | undefined {
    if (outcome?.prediction) {
      // Keeps the draft if the player has changed it since.
      const now = store.get()[id]
      if (now && sameDraft(now, shown)) store.discard([id])
      note([id], undefined)
      return undefined
    }
    const message = outcome?.detail ?? failed
    note([id], { status: 'failed', message })
    // The outbox asks which one counts.
    if (outcome?.status === 412) connectionIsBack()
    return message
  }

  /** `sent` are complete, and at least one. */
  async function save(sent: readonly Row[]) {
    const isUpdate = sent.length === 1 && sent[0]!.prediction !== undefined
    const failed = isUpdate ? 'Failed to update prediction' : 'Failed to submit prediction'
    note(idsOf(sent), { status: 'saving' })
    /** Those without an outcome. */
    const left = new Set(sent)
    const failures: string[] = []
    try {
      for (const [gameweek, ofIt] of byGameweek(sent)) {
        const picks = ofIt.map(({ fixture: { id }, shown }) => {
          const kept = waiting[id]
          // The player has been asked about a refused one.
          return { fixtureId: id, draft: shown, replaces: kept?.refused ? undefined : kept?.replaces }
        })
        const outcomes = await savePicks(gameweek, picks)
        for (const row of ofIt) {
          const outcome = outcomes.find(({ fixtureId }) => fixtureId === row.fixture.id)
          const failure = settle(row, outcome, failed)
          if (failure !== undefined) failures.push(failure)
          left.delete(row)
        }
      }
      const [first] = failures
      if (first) refuse(failures.length === 1 ? first : `${failures.length} of ${sent.length} were not saved: ${first}`)
      else toast({ ...savedToast(sent.length, isUpdate), action: toGo?.(rows.filter(isUnpicked).length) })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        const keptAt = new Date().toISOString()
        for (const { fixture, prediction } of left) {
          const { gameweek, cutoffTime: closes } = fixture
          const replaces = prediction?.revision ?? 0
          store.sendLater([fixture.id], { gameweek, match: matchOf(fixture), replaces, keptAt, closes })
        }
        if (!navigator.onLine || isStored()) {
          note(idsOf([...left]), undefined)
          if (!store.isFull()) toast(keptToast(left.size))
          return
        }
      }
      const message = messageOf(error, failed)
      note(idsOf([...left]), { status: 'failed', message })
      refuse(message)
    }
  }

  async function submit(row: Row) {
    if (row.state === 'saving') return
    const problem = problemOf(row.shown)
    if (problem) refuse(PROBLEM_TEXTS[problem])
    else await save([row])
  }

  async function saveAll() {
    if (savable.length > 0) await run(() => save(savable))
    else refuse(PROBLEM_TEXTS[problemOf(unsaved[0]!.shown)!])
  }

  return {
    rows,
    /** Whether the row is the one being edited, which has the buttons; the save bar is for all. */
    isEdited: (row: Row) => row.fixture.id === edited,
    /**
     * Adds unsaved picks to matches without any, and returns how many, with a function that removes those that are
     * unchanged.
     */
    fill(picks: ReadonlyMap<number, Draft>) {
      const filled = rows.flatMap(({ state, fixture: { id } }) => {
        const draft = picks.get(id)
        return state === 'open' && draft ? [[id, draft] as const] : []
      })
      for (const [id, draft] of filled) store.set(id, draft)
      return {
        count: filled.length,
        undo() {
          const drafts = store.get()
          store.discard(filled.filter(([id, draft]) => drafts[id] && sameDraft(drafts[id], draft)).map(([id]) => id))
        },
      }
    },
    /** Resumes the edit of a row. */
    resume: (row: Row) => setEdited(row.fixture.id),
    /** Unsaved picks that can still be saved, complete or not, of all gameweeks. */
    unsaved: unsaved.length,
    /** Number of unsaved picks in other gameweeks, ascending. */
    elsewhere: byGameweek(unsaved.filter(({ fixture }) => !shown.has(fixture.id))).map(([gameweek, ofIt]) => ({
      gameweek,
      unsaved: ofIt.length,
    })),
    /** The complete ones. */
    savable: savable.length,
    /** Those that are sent once there is a connection. */
    waiting: unsaved.filter(({ state }) => state === 'waiting').length,
    /** Those whose match closes within a minute. */
    closing: unsaved.filter(({ fixture: { cutoffTime } }) => cutoffTime && Date.parse(cutoffTime) - now <= WARNING)
      .length,
    saveLabel: saveLabel(savable.length),
    isSavingAll,
    change(row: Row, draft: Draft) {
      setEdited(row.fixture.id)
      note([row.fixture.id], undefined)
      store.sendLater([row.fixture.id], null)
      store.set(row.fixture.id, draft, row.prediction !== undefined)
    },
    edit(row: Row) {
      setEdited(row.fixture.id)
      if (!store.get()[row.fixture.id]) store.set(row.fixture.id, draftOf(row.prediction), true)
    },
    cancel(row: Row) {
      note([row.fixture.id], undefined)
      store.discard([row.fixture.id])
    },
    submit,
    /** Enter in a row: saves all unsaved picks. An incomplete row reports its problem. */
    async enter(row: Row) {
      const isWhole = problemOf(row.shown) === null
      const hasOthers = unsaved.some(({ fixture }) => fixture.id !== row.fixture.id)
      if (hasOthers && (isWhole || !row.isDirty)) return isSavingAll ? undefined : saveAll()
      if (row.isDirty || row.state !== 'saved') return submit(row)
    },
    saveAll,
    /** Returns a function that restores the discarded picks, except those of matches picked again since. */
    discardAll() {
      const ids = unsaved.map((row) => row.fixture.id)
      const discarded = unsaved.map(({ fixture, shown }) => [fixture.id, shown] as const)
      note(ids, undefined)
      store.discard(ids)
      return () => {
        for (const [id, draft] of discarded) if (!store.get()[id]) store.set(id, draft, true)
      }
    },
  }
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ fixture }) => fixture.id)

const matchOf = ({ homeTeam, awayTeam }: Fixture) => `${homeTeam.shortName} v ${awayTeam.shortName}`

function closedText({ fixture }: Row): string {
  const { cutoffTime } = fixture
  return `${matchOf(fixture)} closed${cutoffTime ? ` at ${timeText(cutoffTime)}` : ''}`
}

function byGameweek(rows: readonly Row[]): readonly (readonly [number, readonly Row[]])[] {
  const ofGameweek = groupBy(rows, ({ fixture }) => fixture.gameweek)
  return [...ofGameweek].sort(([a], [b]) => a - b)
}
