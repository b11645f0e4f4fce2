import type { FixtureEvent, Outcome } from '../../src/areas/fixtures/events.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { PlayEvent } from './play.ts'

interface Match {
  season: string
  gameweek: number
  status: string
  cutoff: number | null
  result: Outcome | null
  score: readonly [number, number] | null
}

interface Whose {
  readonly userId: number
  readonly fixtureId: number
}

interface Guess extends Whose {
  pick: Pick
}

const isSame = (a: Whose, b: Whose): boolean => a.userId === b.userId && a.fixtureId === b.fixtureId

export interface NaiveRow {
  readonly userId: number
  readonly points: number
  readonly exact: number
  readonly correct: number
  readonly settled: number
  readonly predictions: number
}

export interface NaivePastRow extends NaiveRow {
  readonly rank: number
}

const withBooked = (rows: readonly NaiveRow[], booked: ReadonlyMap<number, number>): NaiveRow[] =>
  rows.map((row) => ({ ...row, points: row.points + (booked.get(row.userId) ?? 0) }))

const withRanks = (rows: readonly NaiveRow[]): NaivePastRow[] =>
  rows.map((row) => ({ ...row, rank: 1 + rows.filter(({ points }) => points > row.points).length }))

const resultOf = ({ result, score }: { result: Outcome | null; score: readonly [number, number] | null }): string =>
  `${result} ${score?.join('-')}`

const fiveMinutes = 5 * 60_000
const winner = (home: number, away: number): Outcome => (home > away ? 'home' : home < away ? 'away' : 'draw')

/**
 * The game, replayed with plain arrays: every rule in its simplest form, everything counted from zero on each query.
 */
export class NaivePlay {
  private readonly matches = new Map<number, Match>()
  private readonly erased = new Set<number>()
  private guesses: Guess[] = []
  /** Owners of a last pick that is void, without a void event so far. */
  void: Whose[] = []
  /** Settled gameweeks in the order they settled, with the board and the counting results of that moment. */
  readonly settled: {
    readonly season: string
    readonly gameweek: number
    rows: NaivePastRow[]
    readonly results: ReadonlyMap<number, string>
    readonly booked: ReadonlyMap<number, number>
  }[] = []
  /** Points from prizes by player, for one season. */
  private readonly booked = new Map<number, number>()

  apply(event: RecordedEvent): void {
    const fact = event as unknown as PlayEvent
    const at = Date.parse(event.metadata.at)
    if (fact.type === 'UserDeleted') this.erase(fact.data.userId)
    else if (fact.type === 'PredictionSubmitted' || fact.type === 'PredictionUpdated') this.guess(fact, at)
    else if (fact.type === 'PrizeBooked')
      this.booked.set(fact.data.userId, (this.booked.get(fact.data.userId) ?? 0) + fact.data.points)
    else if (fact.type === 'PredictionVoided') this.applyVoid(fact.data)
    else if (fact.type === 'GameweekSettled') {
      const { season, gameweek } = fact.data
      const results = [...this.matches].flatMap(([id, match]): [number, string][] =>
        match.season === season && match.result !== null ? [[id, resultOf(match)]] : [],
      )
      const booked = new Map(this.booked)
      const rows = withRanks(withBooked(this.board(season), booked))
      this.settled.push({ season, gameweek, rows, results: new Map(results), booked })
    } else if ('fixtureId' in fact.data) this.fixture(fact as FixtureEvent, at)
  }

  private erase(userId: number): void {
    this.erased.add(userId)
    this.guesses = this.guesses.filter((guess) => guess.userId !== userId)
    this.void = this.void.filter((each) => each.userId !== userId)
    for (const each of this.settled)
      each.rows = each.rows.map((row) => (row.userId === userId ? { ...row, userId: -userId } : row))
  }

  private guess({ data }: Extract<PlayEvent, { type: 'PredictionSubmitted' | 'PredictionUpdated' }>, at: number): void {
    const match = this.matches.get(data.fixtureId)!
    const open =
      (match.status === 'scheduled' || match.status === 'postponed') && (match.cutoff === null || at < match.cutoff)
    const { userId, fixtureId, pick } = data
    if (this.erased.has(userId)) return
    this.void = this.void.filter((each) => !isSame(each, data))
    const mine = this.guesses.find((guess) => isSame(guess, data))
    if (!open) this.void.push({ userId, fixtureId })
    else if (mine) mine.pick = pick
    else this.guesses.push({ userId, fixtureId, pick })
  }

  /** Makes the event's pick the effective one. */
  private applyVoid(data: Extract<PlayEvent, { type: 'PredictionVoided' }>['data']): void {
    const { userId, fixtureId, pick } = data
    const others = this.guesses.filter((guess) => !isSame(guess, data))
    this.void = this.void.filter((each) => !isSame(each, data))
    this.guesses = pick === null || this.erased.has(userId) ? others : [...others, { userId, fixtureId, pick }]
  }

  private fixture(event: FixtureEvent, at: number): void {
    const match = this.matches.get(event.data.fixtureId)
    if (event.type === 'FixtureScheduled') {
      const { fixtureId, season, gameweek, kickoff } = event.data
      const cutoff = kickoff === null ? null : Date.parse(kickoff) - fiveMinutes
      const status = kickoff === null ? 'postponed' : 'scheduled'
      if (!match) this.matches.set(fixtureId, { season, gameweek, status, cutoff, result: null, score: null })
      return
    }
    if (!match) throw new Error('no such match')
    const close = () => {
      if (match.cutoff === null || match.cutoff > at) match.cutoff = at
    }
    const void_ = (status: string) => Object.assign(match, { status, result: null, score: null })
    switch (event.type) {
      case 'FixtureRescheduled': {
        const { kickoff, closed } = event.data
        const next = Date.parse(kickoff) - fiveMinutes
        if (!closed) match.cutoff = next
        else if (match.cutoff === null || match.cutoff > at) match.cutoff = Math.min(next, at)
        if (!['finished', 'awarded', 'cancelled'].includes(match.status)) match.status = 'scheduled'
        return
      }
      case 'FixturePostponed':
        void_('postponed')
        if (event.data.closed) close()
        else match.cutoff = null
        return
      case 'MatchAbandoned':
        void_('abandoned')
        if (event.data.closed) close()
        return
      case 'FixtureCancelled':
        void_('cancelled')
        return
      case 'MatchStarted':
        close()
        return
      case 'MatchScoreChanged':
        return
      case 'FixtureMovedToGameweek':
        match.gameweek = event.data.gameweek
        return
      case 'MatchAwarded':
        Object.assign(match, { status: 'awarded', result: event.data.result, score: null })
        return
      case 'MatchFinished':
      case 'MatchResultCorrected':
      case 'ResultLifted': {
        const { homeScore, awayScore } = event.data
        if (homeScore === null || awayScore === null) void_('scheduled')
        else
          Object.assign(match, {
            status: 'finished',
            score: [homeScore, awayScore],
            result: winner(homeScore, awayScore),
          })
      }
    }
  }

  private pointsOf({ fixtureId, pick }: Guess): number | null {
    const { result, score } = this.matches.get(fixtureId)!
    if (result === null) return null
    if (score && pick.score && score[0] === pick.score.home && score[1] === pick.score.away) return 15
    return pick.result === result ? 5 : 0
  }

  /** Points of every effective prediction. */
  predictions(): { userId: number; fixtureId: number; points: number | null }[] {
    return this.guesses.map((guess) => ({
      userId: guess.userId,
      fixtureId: guess.fixtureId,
      points: this.pointsOf(guess),
    }))
  }

  /** Counts of picks for each match that has a result, as sorted text. */
  pickCounts(): string[] {
    const counts = new Map<string, number>()
    for (const { fixtureId, pick } of this.guesses) {
      if (this.matches.get(fixtureId)!.result === null) continue
      const said = `${fixtureId} ${pick.result} ${pick.score ? `${pick.score.home}-${pick.score.away}` : 'no score'}`
      counts.set(said, (counts.get(said) ?? 0) + 1)
    }
    return [...counts].map(([said, picks]) => `${said}: ${picks}`).sort()
  }

  /** Numbers of each ranked player of a season, or of one of its gameweeks, by user id. */
  board(season: string, gameweek?: number): NaiveRow[] {
    return this.rowsOf((match) => match.season === season && (gameweek === undefined || match.gameweek === gameweek))
  }

  /** The board after a settled gameweek with the results of today: those that counted then, and all up to this gameweek. */
  correctedBoard(season: string, gameweek: number): NaivePastRow[] {
    const { rows, results, booked } = this.settled.find((each) => each.season === season && each.gameweek === gameweek)!
    const counted = this.rowsOf(
      (match, id) => match.season === season && (results.has(id) || match.gameweek <= gameweek),
    )
    const now = withBooked(counted, booked)
    const nothing = { points: 0, exact: 0, correct: 0, settled: 0 }
    // Picks of deleted players are gone, so their numbers stay.
    return withRanks(
      rows.map((row) => (row.userId < 0 ? row : { ...row, ...nothing, ...now.find((n) => n.userId === row.userId) })),
    )
  }

  /** Matches whose result has changed since a gameweek settled, by id. */
  changedSince(season: string, gameweek: number): number[] {
    const { results } = this.settled.find((each) => each.season === season && each.gameweek === gameweek)!
    return [...this.matches]
      .filter(([id, match]) => match.season === season && (results.has(id) || match.gameweek <= gameweek))
      .filter(([id, match]) => resultOf(match) !== (results.get(id) ?? resultOf({ result: null, score: null })))
      .map(([id]) => id)
      .sort((a, b) => a - b)
  }

  private rowsOf(counts: (match: Match, id: number) => boolean): NaiveRow[] {
    const mine = this.guesses.filter(({ fixtureId }) => counts(this.matches.get(fixtureId)!, fixtureId))
    const users = [...new Set(mine.map((guess) => guess.userId))].sort((a, b) => a - b)
    return users.map((userId) => {
      const guesses = mine.filter((guess) => guess.userId === userId)
      const points = guesses.map((guess) => this.pointsOf(guess)).filter((each) => each !== null)
      return {
        userId,
        points: points.reduce((sum, each) => sum + each, 0),
        exact: points.filter((each) => each === 15).length,
        correct: points.filter((each) => each > 0).length,
        settled: points.length,
        predictions: guesses.length,
      }
    })
  }

  /** The winner of a gameweek; null if no player has points. */
  winner(season: string, gameweek: number): number | null {
    const share = ({ correct, settled }: NaiveRow) => (settled === 0 ? 0 : correct / settled)
    const [first] = this.board(season, gameweek)
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points || b.exact - a.exact || share(b) - share(a) || a.userId - b.userId)
    return first?.userId ?? null
  }
}
