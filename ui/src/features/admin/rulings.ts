import type { AdminFixture, Outcome } from '../../../../src/contracts/fixtures.ts'

/** What an administrator can rule about a fixture. */
export type Ruling = 'result' | 'lift' | 'postpone' | 'reschedule' | 'abandon' | 'award' | 'cancel'

type RulingFixture = Pick<AdminFixture, 'status' | 'homeScore' | 'awayScore' | 'awardedResult' | 'resultByHand'>

/** What makes sense for a fixture as it stands, in the order shown. The server decides anyway. */
export function rulingsFor(fixture: RulingFixture): Ruling[] {
  const { status, resultByHand } = fixture
  if (status === 'CANCELLED') return ['lift', 'result']
  if (status === 'FINISHED')
    return ['result', ...(resultByHand ? (['lift'] as const) : []), 'abandon', 'award', 'cancel']
  if (status === 'POSTPONED') return ['reschedule', 'result', 'award', 'cancel']
  if (status === 'LIVE') return ['result', 'abandon', 'postpone', 'reschedule', 'award', 'cancel']
  return ['result', 'postpone', 'reschedule', 'abandon', 'award', 'cancel']
}

interface RulingTexts {
  /** The button that opens the dialog, and the dialog's title. */
  name: string
  /** What follows from it, in a sentence (docs/rules.md R4, R5, R9). */
  follows: string
  done: string
  isDangerous?: boolean
}

const TEXTS: Record<Ruling, RulingTexts> = {
  result: {
    name: 'Enter result',
    follows: 'Points follow at once. The result holds against the source until it is lifted.',
    done: 'Result entered',
  },
  lift: {
    name: 'Lift ruling',
    follows: 'Back to what the source says, or to no result. Points are reckoned again.',
    done: 'Ruling lifted',
  },
  postpone: {
    name: 'Postpone',
    follows: 'No date until one is known. Predictions are kept; none are taken meanwhile.',
    done: 'Match postponed',
  },
  reschedule: {
    name: 'Reschedule',
    follows: 'The cutoff moves with the kickoff, unless it has passed: then predictions stay closed as they stood.',
    done: 'Match rescheduled',
  },
  abandon: {
    name: 'Abandon',
    follows: 'No points until the match is replayed or ruled. Points already given are taken back.',
    done: 'Match abandoned',
    isDangerous: true,
  },
  award: {
    name: 'Award',
    follows: 'Points for the correct result count, the exact-score bonus does not.',
    done: 'Match awarded',
  },
  cancel: {
    name: 'Cancel match',
    follows: 'It pays nothing and does not count against accuracy. Points already given are taken back.',
    done: 'Match cancelled',
    isDangerous: true,
  },
}

export function textsOf(ruling: Ruling, fixture: RulingFixture): RulingTexts {
  if (ruling === 'result' && fixture.homeScore !== null)
    return {
      ...TEXTS.result,
      name: 'Correct result',
      follows:
        'Every point that hung on the old result is reckoned again. The result holds against the source until it is lifted.',
      done: 'Result corrected',
    }
  return TEXTS[ruling]
}

/** What is typed into a ruling's dialog. */
export interface RulingForm {
  homeScore: string
  awayScore: string
  /** As `datetime-local` gives it, in the device's zone. */
  kickoff: string
  result: Outcome
  reason: string
}

export interface RulingCall {
  method: 'POST' | 'DELETE'
  path: string
  body: Record<string, unknown>
}

export type RulingProblems = Partial<Record<keyof RulingForm, string>>

const GOALS = /^\d{1,2}$/

/** The call for what was typed, or what is wrong with it. */
export function callOf(
  ruling: Ruling,
  fixtureId: number,
  form: RulingForm,
): { call: RulingCall; problems?: undefined } | { call?: undefined; problems: RulingProblems } {
  const problems: RulingProblems = {}
  const reason = form.reason.trim()
  if (!reason) problems.reason = 'Please give a reason'
  const body: Record<string, unknown> = { reason }
  if (ruling === 'result') {
    if (!GOALS.test(form.homeScore)) problems.homeScore = 'Goals are 0 to 99'
    if (!GOALS.test(form.awayScore)) problems.awayScore = 'Goals are 0 to 99'
    body.homeScore = Number(form.homeScore)
    body.awayScore = Number(form.awayScore)
  }
  if (ruling === 'reschedule') {
    const kickoff = new Date(form.kickoff)
    if (Number.isNaN(kickoff.getTime())) problems.kickoff = 'Please give date and time'
    else body.kickoffTime = kickoff.toISOString()
  }
  if (ruling === 'award') body.result = form.result
  if (Object.keys(problems).length > 0) return { problems }
  const last = ruling === 'lift' ? 'result' : ruling
  return {
    call: { method: ruling === 'lift' ? 'DELETE' : 'POST', path: `/api/admin/fixtures/${fixtureId}/${last}`, body },
  }
}

/** An instant as `datetime-local` takes it, in the device's zone; empty for none. */
export function localInput(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
