import type { RecordedEvent } from '../../src/kernel/event.ts'

interface Fact {
  readonly type: string
  readonly data: any
  readonly at: number
}

interface NaiveScore {
  readonly points: number
  readonly exact: number
}

/**
 * The competitions of a log, calculated with plain arrays and none of the game's code; each query replays the log. The
 * pairs of a cup are taken from its draws, and their winners are calculated.
 */
export function naiveCompetitions(events: readonly RecordedEvent[]) {
  const facts: Fact[] = events.map(({ type, data, metadata }) => ({ type, data, at: Date.parse(metadata.at) }))

  /** Every player's points in the matches that `counts` selects, by the first `upTo` events of the log. */
  function scores(upTo: number, counts: (match: { gameweek: number; kickoff: number }) => boolean) {
    const matches = new Map<
      number,
      { gameweek: number; kickoff: number; home: number; away: number; played: boolean }
    >()
    const picks = new Map<string, { userId: number; fixtureId: number; pick: any }>()
    for (const { type, data } of facts.slice(0, upTo)) {
      const { fixtureId } = data
      if (type === 'FixtureScheduled')
        matches.set(fixtureId, {
          gameweek: data.gameweek,
          kickoff: Date.parse(data.kickoff),
          home: 0,
          away: 0,
          played: false,
        })
      if (type === 'PredictionSubmitted' || type === 'PredictionUpdated')
        picks.set(`${data.userId} ${fixtureId}`, { userId: data.userId, fixtureId, pick: data.pick })
      if (type === 'MatchFinished' || type === 'MatchResultCorrected')
        matches.set(fixtureId, { ...matches.get(fixtureId)!, home: data.homeScore, away: data.awayScore, played: true })
    }
    const result = new Map<number, NaiveScore>()
    for (const { userId, fixtureId, pick } of picks.values()) {
      const match = matches.get(fixtureId)!
      if (!match.played || !counts(match)) continue
      const isExact = pick.score !== null && pick.score.home === match.home && pick.score.away === match.away
      const outcome = match.home > match.away ? 'home' : match.home < match.away ? 'away' : 'draw'
      const { points, exact } = result.get(userId) ?? { points: 0, exact: 0 }
      const more = isExact ? 15 : pick.result === outcome ? 5 : 0
      result.set(userId, { points: points + more, exact: exact + (isExact ? 1 : 0) })
    }
    return (userId: number): NaiveScore => result.get(userId) ?? { points: 0, exact: 0 }
  }

  const created = facts.flatMap(({ type, data }) => (type === 'CompetitionCreated' ? [data] : []))
  const of = (type: string, id: number) =>
    facts.flatMap((fact) => (fact.type === type && fact.data.competitionId === id ? [fact.data] : []))
  const joinedOf = (id: number): number[] => of('CompetitionJoined', id).map(({ userId }) => userId)
  const settledAt = (gameweek: number): number =>
    1 + facts.findIndex(({ type, data }) => type === 'GameweekSettled' && data.gameweek === gameweek)
  /** First kickoff of the matches that settled a gameweek, milliseconds. */
  function beginOf(gameweek: number): number {
    const { fixtureIds } = facts[settledAt(gameweek) - 1]!.data
    const kickoffs = facts.flatMap(({ type, data }) =>
      type === 'FixtureScheduled' && fixtureIds.includes(data.fixtureId) ? [Date.parse(data.kickoff)] : [],
    )
    return Math.min(...kickoffs)
  }

  /** Best first: by points, exact scores, then earlier joining. */
  function order(userIds: readonly number[], scoreOf: (userId: number) => NaiveScore, joined: readonly number[]) {
    return [...userIds].sort((a, b) => {
      const [x, y] = [scoreOf(a), scoreOf(b)]
      return y.points - x.points || y.exact - x.exact || joined.indexOf(a) - joined.indexOf(b)
    })
  }

  /**
   * Points of a round: those of its gameweek, with late matches until the next gameweek begins. Then the round is
   * final. No gameweek follows the last round.
   */
  function ofRound(gameweek: number, isLast: boolean) {
    const begin = isLast ? Number.POSITIVE_INFINITY : beginOf(gameweek + 1)
    const next = facts.findIndex(({ at }) => at >= begin)
    const upTo = next < 0 ? facts.length : Math.max(next, settledAt(gameweek))
    return scores(upTo, (match) => match.gameweek === gameweek)
  }

  return {
    created,
    joinedOf,
    idOf: (kind: string): number => created.find((one) => one.kind === kind).competitionId,
    /** Total points paid, by user, without users whose total is zero. */
    paid(id: number): Record<string, number> {
      const sums: Record<string, number> = {}
      for (const { userId, points } of of('PrizeBooked', id)) sums[userId] = (sums[userId] ?? 0) + points
      return Object.fromEntries(Object.entries(sums).filter(([, points]) => points !== 0))
    },
    /** First, second and third of a cup, and its number of rounds; throws if a draw has a player who was not left. */
    cup(id: number): { places: number[]; rounds: number } {
      const joined = joinedOf(id)
      let left = [...joined]
      let losers: number[] = []
      let before: number[] = []
      // If a late result changed the round before, a round is drawn again; the new draw replaces the first.
      const draws = [...new Map(of('CupRoundDrawn', id).map((draw) => [draw.round, draw])).values()]
      for (const { pairs, gameweek, round } of draws) {
        const drawn = pairs.flatMap(({ home, away }: any) => (away === null ? [home] : [home, away]))
        if (drawn.toSorted().join() !== left.toSorted().join()) throw new Error('drawn were not those who were left')
        const scoreOf = ofRound(gameweek, round === draws.length)
        const ties = pairs.map(({ home, away }: any) => order(away === null ? [home] : [home, away], scoreOf, joined))
        before = losers
        left = ties.map(([winner]: number[]) => winner!)
        losers = order(
          ties.flatMap(([, loser]: number[]) => loser ?? []),
          scoreOf,
          joined,
        )
      }
      return { places: [left[0]!, losers[0]!, before[0]!], rounds: draws.length }
    },
    /** First, second and third of a knockout that begins with gameweek `first`, and its number of rounds. */
    knockout(id: number, first: number, last: number): { places: number[]; rounds: number } {
      const joined = joinedOf(id)
      let left = [...joined]
      const out: number[] = []
      let rounds = 0
      for (let gameweek = first; gameweek <= last && left.length > 1; gameweek++) {
        const staying = Math.ceil(left.length / 2)
        const ranked = order(left, ofRound(gameweek, staying === 1 || gameweek === last), joined)
        out.unshift(...ranked.slice(staying))
        left = ranked.slice(0, staying)
        rounds++
      }
      return { places: [...left, ...out].slice(0, 3), rounds }
    },
    /** Prizes of a competition ranked by points, by all results of the season. */
    prizes(competition: any): Record<string, number> {
      const moved = of('CompetitionMoved', competition.competitionId).at(-1)
      const { by, from, to } = (moved ?? competition).window
      const counts = (match: { gameweek: number; kickoff: number }) =>
        by === 'gameweek'
          ? match.gameweek >= from && match.gameweek <= to
          : match.kickoff >= Date.parse(from) && match.kickoff < Date.parse(to)
      const scoreOf = scores(facts.length, counts)
      const joined = joinedOf(competition.competitionId)
      const best = order(joined, scoreOf, joined).filter((userId) => scoreOf(userId).points > 0)
      const shares = [0.5, 0.3, 0.2].map((share) => Math.round(share * competition.prizePool))
      return Object.fromEntries(best.slice(0, 3).map((userId, index) => [userId, shares[index]!]))
    },
  }
}
