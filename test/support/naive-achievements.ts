import type { RecordedEvent } from '../../src/kernel/event.ts'

interface Match {
  readonly id: number
  readonly season: string
  gameweek: number
  readonly home: number
  readonly away: number
  kickoff: number | null
  cutoff: number | null
  status: string
  result: string | null
  score: readonly [number, number] | null
  /** Counts of picks at the time when its gameweek had settled and its result was known. */
  crowd: Record<string, number> | null
}

interface Pick {
  readonly result: string
  readonly score: { readonly home: number; readonly away: number } | null
}

interface Player {
  readonly picks: Map<number, Pick>
  early: number
  late: number
  topped: number
  topTen: number
  weeksWon: number
  climb: number
  messages: number
  chatsStarted: number
  founded: number
  readonly leagues: Set<number>
  readonly teams: Set<number>
  readonly competitions: Set<number>
  readonly places: Map<number, { readonly kind: string; readonly place: number }>
}

interface NaiveBadge {
  /** Id and time of the event that last unlocked it. */
  readonly by: string
  readonly at: string
}

const minute = 60_000
const week = 7 * 24 * 60 * minute
const winnerOf = (home: number, away: number) => (home > away ? 'home' : home < away ? 'away' : 'draw')
const isOver = ({ result, status }: Match) => result !== null || status === 'cancelled'
const longest = (wins: readonly boolean[]) => {
  let [run, best] = [0, 0]
  for (const win of wins) {
    run = win ? run + 1 : 0
    best = Math.max(best, run)
  }
  return best
}

/**
 * Achievements per player after the last of these events. They are calculated with plain arrays and none of the game's
 * code: events are applied one by one, and every player affected is recalculated from zero.
 */
export function naiveAchievements(events: readonly RecordedEvent[]): Map<number, Map<string, NaiveBadge>> {
  const matches = new Map<number, Match>()
  const bySeason = new Map<string, Match[]>()
  const players = new Map<number, Player>()
  const erased = new Set<number>()
  const settled: { season: string; gameweek: number }[] = []
  const ranks = new Map<string, Map<number, number>>()
  const competitions = new Map<number, string>()
  const rooms = new Set<string>()
  const earned = new Map<number, Map<string, NaiveBadge>>()

  function playerOf(id: number): Player {
    const fresh = {
      picks: new Map(),
      ...{ early: 0, late: 0, topped: 0, topTen: 0, weeksWon: 0, climb: 0, messages: 0, chatsStarted: 0, founded: 0 },
      ...{ leagues: new Set<number>(), teams: new Set<number>(), competitions: new Set<number>(), places: new Map() },
    }
    const player = players.get(id) ?? fresh
    players.set(id, player)
    return player
  }

  function pointsOf({ result, score }: Match, pick: Pick): number {
    if (result === null || pick.result !== result) return 0
    const isExact = score !== null && score[0] === pick.score?.home && score[1] === pick.score.away
    return isExact ? 15 : 5
  }

  const settledOf = (season: string) => settled.filter((each) => each.season === season).map(({ gameweek }) => gameweek)
  const matchesOf = (season: string) => bySeason.get(season) ?? []
  const playersIn = (season: string) =>
    [...players].filter(([, { picks }]) => [...picks.keys()].some((id) => matches.get(id)!.season === season))

  // --- achievements earned

  function seasonOf({ picks }: Player, season: string) {
    const all = matchesOf(season)
    const done = all
      .filter(({ id, result }) => result !== null && picks.has(id))
      .sort((a, b) => (a.kickoff ?? Infinity) - (b.kickoff ?? Infinity) || a.id - b.id)
      .map((match) => ({ match, points: pointsOf(match, picks.get(match.id)!) }))
    const right = done.filter(({ points }) => points > 0)
    const exact = done.filter(({ points }) => points === 15)
    const called = right.map(({ match }) => match)
    const crowds = called.flatMap(({ crowd, result }) => {
      const size = crowd === null ? 0 : crowd.home! + crowd.draw! + crowd.away!
      return size < 10 ? [] : [{ size, same: crowd![result!]! }]
    })
    const byWeek = [...Map.groupBy(all, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)
    const doneByWeek = Map.groupBy(done, ({ match }) => match.gameweek)
    const weeks = byWeek.map(([gameweek, those]) => {
      const counting = those.filter(({ status }) => status !== 'cancelled')
      const mine = doneByWeek.get(gameweek) ?? []
      return {
        gameweek,
        matches: counting.length,
        isOver: those.every(isOver),
        isFull: those.every(isOver) && counting.length >= 5 && counting.every(({ id }) => picks.has(id)),
        points: mine.reduce((sum, { points }) => sum + points, 0),
        right: mine.filter(({ points }) => points > 0).length,
        exact: mine.filter(({ points }) => points === 15).length,
        settled: mine.length,
      }
    })
    const inOrder = settledOf(season)
      .map((gameweek) => weeks.find((each) => each.gameweek === gameweek))
      .filter((each) => each !== undefined && each.matches > 0)
    const sums = inOrder.map((_, index) => {
      const upTo = inOrder.slice(0, index + 1)
      const of = (what: 'right' | 'settled') => upTo.reduce((sum, each) => sum + each![what], 0)
      return { right: of('right'), settled: of('settled') }
    })
    // A gameweek of fewer than five matches neither continues nor breaks a run of full ones; an unfinished one breaks
    // it.
    const forRuns = weeks.filter((each) => !each.isOver || each.matches >= 5)
    return {
      correct: right.length,
      exact: exact.length,
      points: done.reduce((sum, { points }) => sum + points, 0),
      streak: longest(done.map(({ points }) => points > 0)),
      exactStreak: longest(done.map(({ points }) => points === 15)),
      draws: called.filter(({ result }) => result === 'draw').length,
      awayWins: called.filter(({ result }) => result === 'away').length,
      goalless: exact.filter(({ match }) => match.score![0] + match.score![1] === 0).length,
      goalFests: exact.filter(({ match }) => match.score![0] + match.score![1] >= 5).length,
      clubs: new Set(called.flatMap(({ result, home, away }) => ({ home: [home], away: [away], draw: [] })[result!]!))
        .size,
      upsets: crowds.filter(({ size, same }) => same * 10 <= size).length,
      alone: crowds.filter(({ size, same }) => size >= 20 && same === 1).length,
      weekPoints: Math.max(0, ...weeks.map(({ points }) => points)),
      weekExact: Math.max(0, ...weeks.map(({ exact }) => exact)),
      fullWeeks: weeks.filter(({ isFull }) => isFull).length,
      fullWeekRun: longest(forRuns.map(({ isFull }) => isFull)),
      perfectWeeks: weeks.filter(({ isFull, right, matches }) => isFull && right === matches).length,
      blankWeeks: weeks.filter(({ isFull, right }) => isFull && right === 0).length,
      scoringRun: longest(inOrder.map((each) => each!.right > 0)),
      isAccurate: sums.some(({ right, settled }) => settled >= 30 && right * 10 >= settled * 6),
    }
  }

  /**
   * A prediction for an open match changes none of these numbers, so they are cached until a match or a gameweek
   * changes.
   */
  const counted = new Map<Player, readonly ReturnType<typeof seasonOf>[]>()
  function seasonsOf(player: Player) {
    const known = counted.get(player) ?? [...bySeason.keys()].map((season) => seasonOf(player, season))
    counted.set(player, known)
    return known
  }

  function hasEarned(player: Player): readonly string[] {
    const seasons = seasonsOf(player)
    type Numbers = Omit<ReturnType<typeof seasonOf>, 'isAccurate'>
    const sum = (what: keyof Numbers) => seasons.reduce((total, season) => total + season[what], 0)
    const best = (what: keyof Numbers) => Math.max(0, ...seasons.map((season) => season[what]))
    const places = [...player.places.values()]
    const won = places.filter(({ place }) => place === 1)
    const rules: Record<string, boolean> = {
      'first-whistle': player.picks.size >= 1,
      'dedicated-predictor': player.picks.size >= 50,
      'two-hundred-caps': player.picks.size >= 200,
      'early-bird': player.early >= 10,
      'stoppage-time': player.late >= 1,
      'full-house': sum('fullWeeks') >= 1,
      'never-misses-a-game': best('fullWeekRun') >= 10,
      'season-ticket': best('fullWeekRun') >= 38,
      'first-success': sum('correct') >= 1,
      'score-predictor': sum('exact') >= 1,
      sharpshooter: sum('exact') >= 10,
      marksman: sum('exact') >= 25,
      'own-goal': sum('blankWeeks') >= 1,
      stalemate: sum('goalless') >= 1,
      'spoils-shared': sum('draws') >= 10,
      'away-days': sum('awayWins') >= 25,
      'hat-trick': best('weekExact') >= 3,
      'goal-fest': sum('goalFests') >= 1,
      'round-the-grounds': best('clubs') >= 20,
      'giant-killer': sum('upsets') >= 1,
      'lone-voice': sum('alone') >= 1,
      'prediction-master': seasons.some(({ isAccurate }) => isAccurate),
      'perfect-gameweek': sum('perfectWeeks') >= 1,
      'half-century': best('points') >= 50,
      'five-hundred': best('points') >= 500,
      'four-figures': best('points') >= 1_000,
      'big-weekend': best('weekPoints') >= 50,
      'player-of-the-week': player.weeksWon >= 1,
      'top-ten': player.topTen >= 1,
      'leaderboard-king': player.topped >= 1,
      comeback: player.climb >= 100,
      'on-the-podium': places.length >= 1,
      silverware: won.length >= 1,
      'cup-winner': won.some(({ kind }) => kind === 'cup'),
      'on-a-roll': best('streak') >= 3,
      'streak-master': best('streak') >= 5,
      unstoppable: best('streak') >= 10,
      invincible: best('streak') >= 15,
      'deja-vu': best('exactStreak') >= 2,
      'always-on-the-scoresheet': best('scoringRun') >= 10,
      'in-the-squad': player.leagues.size >= 1,
      'well-connected': player.leagues.size >= 5,
      gaffer: player.founded >= 1,
      'team-player': player.teams.size >= 1,
      'in-the-hat': player.competitions.size >= 1,
      'kick-off-talk': player.chatsStarted >= 1,
      pundit: player.messages >= 100,
    }
    return Object.keys(rules).filter((id) => rules[id])
  }

  /** Compares a player's achievements with those before. Does nothing while no season is known. */
  function compare(userId: number, event: RecordedEvent): void {
    const player = players.get(userId)
    if (!player || matches.size === 0) return
    const before = earned.get(userId) ?? new Map<string, NaiveBadge>()
    const now = hasEarned(player).map((id) => [id, before.get(id) ?? { by: event.id, at: event.metadata.at }] as const)
    earned.set(userId, new Map(now))
  }

  // --- events

  function takePrediction(data: any, at: number): void {
    const match = matches.get(data.fixtureId)
    if (!match) return
    const isOpen = match.status === 'scheduled' || match.status === 'postponed'
    if (!isOpen || (match.cutoff !== null && at >= match.cutoff)) return
    const player = playerOf(data.userId)
    const isFirst = !player.picks.has(match.id)
    player.picks.set(match.id, data.pick)
    if (!isFirst || match.kickoff === null) return
    if (match.kickoff - at >= week) player.early++
    if (match.kickoff - at <= 15 * minute) player.late++
  }

  function takeMatch(type: string, data: any, at: number): Match | undefined {
    const match = matches.get(data.fixtureId)
    if (type === 'FixtureScheduled') {
      if (match) return
      const { fixtureId: id, season, gameweek, homeTeamId: home, awayTeamId: away } = data
      const kickoff = data.kickoff === null ? null : Date.parse(data.kickoff)
      const [cutoff, status] = kickoff === null ? [null, 'postponed'] : [kickoff - 5 * minute, 'scheduled']
      const fresh: Match = {
        ...{ id, season, gameweek, home, away, kickoff, cutoff, status },
        ...{ result: null, score: null, crowd: null },
      }
      matches.set(id, fresh)
      bySeason.set(season, [...matchesOf(season), fresh])
      return fresh
    }
    if (!match) return
    const close = (latest: number) => {
      if (match.cutoff === null || match.cutoff > at) match.cutoff = Math.min(latest, at)
    }
    const open = (status: string) => Object.assign(match, { status, result: null, score: null })
    const play = (home: number, away: number) =>
      Object.assign(match, { status: 'finished', result: winnerOf(home, away), score: [home, away] })
    switch (type) {
      case 'FixtureRescheduled':
        match.kickoff = Date.parse(data.kickoff)
        if (data.closed) close(match.kickoff - 5 * minute)
        else match.cutoff = match.kickoff - 5 * minute
        if (!isOver(match)) match.status = 'scheduled'
        break
      case 'FixtureMovedToGameweek':
        match.gameweek = data.gameweek
        break
      case 'FixturePostponed':
        if (data.closed) close(at)
        else match.cutoff = null
        match.kickoff = null
        open('postponed')
        break
      case 'MatchStarted':
        close(at)
        break
      case 'MatchFinished':
      case 'MatchResultCorrected':
        play(data.homeScore, data.awayScore)
        break
      case 'ResultLifted':
        if (data.homeScore !== null && data.awayScore !== null) play(data.homeScore, data.awayScore)
        else open(match.kickoff === null ? 'postponed' : 'scheduled')
        break
      case 'MatchAbandoned':
        if (data.closed) close(at)
        open('abandoned')
        break
      case 'MatchAwarded':
        Object.assign(match, { status: 'awarded', result: data.result, score: null })
        break
      case 'FixtureCancelled':
        open('cancelled')
        break
      default:
        return
    }
    return match
  }

  /** Picks are counted once the gameweek has settled and the result is known, and again when either changes. */
  function countCrowds(season: string): void {
    for (const match of matchesOf(season)) {
      if (match.result === null) match.crowd = null
      else if (match.crowd === null && settledOf(season).includes(match.gameweek)) {
        match.crowd = { home: 0, draw: 0, away: 0 }
        for (const { picks } of players.values()) {
          const pick = picks.get(match.id)
          if (pick) match.crowd[pick.result]!++
        }
      }
    }
  }

  /** First places, top tens, climbs and gameweeks won, by current points. */
  function rankGameweek(season: string, gameweek: number): void {
    const scores = playersIn(season).map(([id, { picks }]) => {
      const mine = matchesOf(season).filter((match) => match.result !== null && picks.has(match.id))
      const points = (of: readonly Match[]) => of.reduce((sum, match) => sum + pointsOf(match, picks.get(match.id)!), 0)
      const inWeek = mine.filter((match) => match.gameweek === gameweek)
      return { id, settled: mine.length, points: points(mine), played: inWeek.length, won: points(inWeek) }
    })
    const ranked = scores.filter(({ settled }) => settled > 0)
    const rankOf = (points: number) => 1 + ranked.filter((other) => other.points > points).length
    const isLatest = settledOf(season).every((each) => each <= gameweek)
    for (const { id, points } of ranked) {
      const player = playerOf(id)
      const rank = rankOf(points)
      if (points > 0 && rank === 1 && ranked.length >= 5) player.topped++
      if (points > 0 && rank <= 10 && ranked.length >= 20) player.topTen++
      const was = ranks.get(season)?.get(id)
      if (isLatest && was !== undefined) player.climb = Math.max(player.climb, was - rank)
    }
    if (isLatest) ranks.set(season, new Map(ranked.map(({ id, points }) => [id, rankOf(points)])))
    const inWeek = scores.filter(({ played }) => played > 0)
    const best = Math.max(1, ...inWeek.map(({ won }) => won))
    if (inWeek.length >= 5) for (const { id, won } of inWeek) if (won === best) playerOf(id).weeksWon++
  }

  /** Ids of the known players whom an event affects. */
  function takePlayers(type: string, data: any): readonly number[] {
    switch (type) {
      case 'LeagueCreated':
        playerOf(data.creatorId).founded++
        playerOf(data.creatorId).leagues.add(data.leagueId)
        return [data.creatorId]
      case 'LeagueJoined':
        playerOf(data.userId).leagues.add(data.leagueId)
        return [data.userId]
      case 'LeagueTeamCreated':
        playerOf(data.captainId).teams.add(data.teamId)
        return [data.captainId]
      case 'LeagueTeamJoined':
        playerOf(data.userId).teams.add(data.teamId)
        return [data.userId]
      case 'CompetitionJoined':
        playerOf(data.userId).competitions.add(data.competitionId)
        return [data.userId]
      case 'CompetitionEnded':
      case 'PrizeBooked': {
        const kind = competitions.get(data.competitionId)
        if (kind === undefined) return []
        const places: readonly { userId: number; place: number | null }[] = data.places ?? [data]
        for (const { userId, place } of places) {
          if (place === null) playerOf(userId).places.delete(data.competitionId)
          else playerOf(userId).places.set(data.competitionId, { kind, place })
        }
        return places.map(({ userId }) => userId)
      }
      case 'MessagePosted': {
        const room = `${data.room.kind} ${data.room.id}`
        const player = playerOf(data.userId)
        player.messages++
        if (!rooms.has(room)) player.chatsStarted++
        rooms.add(room)
        return [data.userId]
      }
      default:
        return []
    }
  }

  function forget(userId: number): void {
    players.delete(userId)
    earned.delete(userId)
    for (const each of ranks.values()) each.delete(userId)
  }

  for (const event of events) {
    const { type, metadata } = event
    const data = event.data as any
    const at = Date.parse(metadata.at)
    if (type === 'UserDeleted') erased.add(data.userId)
    else if (type === 'CompetitionCreated') competitions.set(data.competitionId, data.kind)
    else if (type === 'PredictionSubmitted' || type === 'PredictionUpdated') {
      takePrediction(data, at)
      compare(data.userId, event)
    } else if (type === 'GameweekSettled') {
      settled.push({ season: data.season, gameweek: data.gameweek })
      counted.clear()
      countCrowds(data.season)
      rankGameweek(data.season, data.gameweek)
      for (const [id] of playersIn(data.season)) compare(id, event)
    } else if (data?.fixtureId !== undefined) {
      const match = takeMatch(type, data, at)
      if (!match) continue
      counted.clear()
      countCrowds(match.season)
      for (const [id] of playersIn(match.season)) compare(id, event)
    } else for (const id of takePlayers(type, data)) compare(id, event)
    for (const id of erased) forget(id)
  }
  return earned
}
