import type { Analytics } from '../../src/areas/analytics/contract.ts'
import type { Outcome } from '../../src/areas/fixtures/events.ts'

type Score = readonly [home: number, away: number]

export interface NaiveMatch {
  readonly id: number
  readonly gameweek: number
  readonly home: number
  readonly away: number
  /** ISO 8601; null: no date. */
  readonly cutoff: string | null
  readonly isCancelled: boolean
  readonly result: Outcome | null
  readonly score: Score | null
}

export interface NaivePick {
  readonly userId: number
  readonly fixtureId: number
  readonly result: Outcome
  readonly score: Score | null
  readonly savedAt: string
}

interface NaiveLeague {
  readonly id: number
  readonly name: string
  readonly type: 'private' | 'public'
  readonly members: readonly number[]
}

/** A season as plain lists. Clubs and players are named after their numbers, as in `play-app.ts`. */
export interface NaiveSeason {
  readonly season: string
  /** All seasons of the game, the latest first. */
  readonly seasons: readonly string[]
  readonly clubs: readonly number[]
  readonly matches: readonly NaiveMatch[]
  readonly picks: readonly NaivePick[]
  readonly leagues: readonly NaiveLeague[]
  /** Gameweeks that have settled. */
  readonly settled: readonly number[]
}

const OUTCOMES: readonly Outcome[] = ['home', 'draw', 'away']
const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
const oneDecimal = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10
/** Avoids minus zero, which JSON cannot represent. */
const twoDecimals = (value: number) => Math.round(value * 100) / 100 + 0
const isSame = (a: Score | null, b: Score | null) => a !== null && b !== null && a[0] === b[0] && a[1] === b[1]

/** Analytics of a season at a given time, computed by plain loops over every pick and every match. */
export function naiveAnalytics(game: NaiveSeason, reader: number, at: string): Analytics {
  const closed = game.matches.filter(
    (match) =>
      !match.isCancelled &&
      game.picks.some(({ fixtureId }) => fixtureId === match.id) &&
      (match.result !== null || (match.cutoff !== null && Date.parse(match.cutoff) <= Date.parse(at))),
  )
  const played = closed.filter((match) => match.result !== null)
  const matchOf = (pick: NaivePick) => game.matches.find(({ id }) => id === pick.fixtureId)!
  const counts = (pick: NaivePick) => played.includes(matchOf(pick))
  const isRight = (pick: NaivePick) => pick.result === matchOf(pick).result
  const isExact = (pick: NaivePick) => isSame(pick.score, matchOf(pick).score)
  const all = game.picks.filter((pick) => closed.includes(matchOf(pick)))
  const settled = game.picks.filter(counts)

  const counted = (picks: readonly NaivePick[]) => ({
    settledPredictions: picks.length,
    correctPredictions: picks.filter(isRight).length,
    accuracy: picks.length === 0 ? 0 : oneDecimal(picks.filter(isRight).length, picks.length),
  })
  const scored = (picks: readonly NaivePick[]) => ({
    ...counted(picks),
    points: sum(picks.map((pick) => (isExact(pick) ? 15 : isRight(pick) ? 5 : 0))),
  })
  const ofUser = (userId: number, picks = settled) => picks.filter((pick) => pick.userId === userId)
  const share = (picks: readonly NaivePick[]) => picks.filter(isRight).length / picks.length
  const mine = ofUser(reader)

  const players = [...new Set(settled.map(({ userId }) => userId))]
  const rankedFrom = Math.max(1, Math.ceil(played.length / 2))
  const ranked = players.filter((id) => ofUser(id).length >= rankedFrom)
  const rankOf = (id: number) => 1 + ranked.filter((other) => share(ofUser(other)) > share(ofUser(id))).length
  const best = [...ranked].sort(
    (a, b) =>
      share(ofUser(b)) - share(ofUser(a)) ||
      ofUser(b).length - ofUser(a).length ||
      ofUser(b).filter(isExact).length - ofUser(a).filter(isExact).length ||
      a - b,
  )

  const daysOf = (pick: NaivePick) => {
    const { cutoff } = matchOf(pick)
    if (cutoff === null) return null
    const days = Math.floor((Date.parse(cutoff) - Date.parse(pick.savedAt)) / 86_400_000)
    return Math.max(0, Math.min(3, days))
  }
  const scores = new Map<string, NaivePick[]>()
  for (const pick of all)
    if (pick.score) scores.set(String(pick.score), [...(scores.get(String(pick.score)) ?? []), pick])

  return {
    users: {
      season: game.season,
      seasons: [...game.seasons],
      totalPredictions: all.length,
      matches: closed.length,
      settledMatches: played.length,
      ...scored(settled),
      players: players.length,
      gameweeks: [...new Set(played.map(({ gameweek }) => gameweek))]
        .sort((a, b) => a - b)
        .map((gameweek) => {
          const matches = played.filter((match) => match.gameweek === gameweek)
          const within = (pick: NaivePick) => matchOf(pick).gameweek === gameweek
          return {
            gameweek,
            matches: matches.length,
            homeWins: matches.filter(({ result }) => result === 'home').length,
            ...scored(settled.filter(within)),
            own: mine.some(within) ? scored(mine.filter(within)) : null,
          }
        }),
      outcomes: OUTCOMES.map((result) => ({
        result,
        matches: played.filter((match) => match.result === result).length,
        ...scored(settled.filter((pick) => pick.result === result)),
        own: scored(mine.filter((pick) => pick.result === result)),
      })),
      saved: [0, 1, 2, 3].map((days) => ({ days, ...counted(mine.filter((pick) => daysOf(pick) === days)) })),
      scores: [...scores.values()]
        .map((picks) => ({
          homeScore: picks[0]!.score![0],
          awayScore: picks[0]!.score![1],
          totalPredictions: picks.length,
          settledPredictions: picks.filter(counts).length,
          exactScores: picks.filter(counts).filter(isExact).length,
          matches: played.filter((match) => isSame(match.score, picks[0]!.score)).length,
        }))
        .sort(
          (a, b) => b.totalPredictions - a.totalPredictions || a.homeScore - b.homeScore || a.awayScore - b.awayScore,
        )
        .slice(0, 10),
      rankedFrom,
      ranked: ranked.length,
      topUsers: best.slice(0, 5).map((id) => ({
        id,
        username: `player${id}`,
        ranking: rankOf(id),
        ...counted(ofUser(id)),
      })),
      me: { ranking: ranked.includes(reader) ? rankOf(reader) : null, ...counted(mine) },
    },
    teams: {
      clubs: game.clubs
        .map((id) => clubOf(id))
        .sort((a, b) => {
          const [first, second] = [a, b].map((club) =>
            club.settledPredictions === 0 ? -1 : club.correctPredictions / club.settledPredictions,
          ) as [number, number]
          return second - first || a.name.localeCompare(b.name, 'en')
        }),
      upsets: played
        .map((match) => {
          const picks = settled.filter((pick) => pick.fixtureId === match.id)
          const said = (result: Outcome) => picks.filter((pick) => pick.result === result).length
          const most = [...OUTCOMES].sort((a, b) => said(b) - said(a))[0]!
          return { match, picks: picks.length, most, most_said: said(most), right: said(match.result!) }
        })
        .filter(({ most_said, right }) => most_said > right)
        .sort((a, b) => a.right / a.picks - b.right / b.picks || b.most_said - a.most_said || a.match.id - b.match.id)
        .slice(0, 10)
        .map(({ match, picks, most, most_said, right }) => ({
          fixtureId: match.id,
          gameweek: match.gameweek,
          homeTeam: `C${match.home}`,
          awayTeam: `C${match.away}`,
          homeCode: `CL${match.home}`,
          awayCode: `CL${match.away}`,
          homeScore: match.score?.[0] ?? null,
          awayScore: match.score?.[1] ?? null,
          result: match.result!,
          said: most,
          saidPredictions: most_said,
          ...{ settledPredictions: picks, correctPredictions: right, accuracy: oneDecimal(right, picks) },
        })),
    },
    leagues: leaguesOf(),
  }

  function clubOf(id: number) {
    const matches = played.filter((match) => match.home === id || match.away === id)
    const picks = settled.filter((pick) => matches.includes(matchOf(pick)))
    const isHome = (match: NaiveMatch) => match.home === id
    const wins = (match: NaiveMatch, result: Outcome | null) => result === (isHome(match) ? 'home' : 'away')
    const won = matches.filter((match) => wins(match, match.result))
    const drawn = matches.filter(({ result }) => result === 'draw')
    const saidWin = picks.filter((pick) => wins(matchOf(pick), pick.result))
    const saidDraw = picks.filter(({ result }) => result === 'draw')
    const goalsOf = (match: NaiveMatch, score: Score) => score[isHome(match) ? 0 : 1]
    const bias = (said: readonly number[], real: readonly number[]) => {
      const mean = (values: readonly number[]) => (values.length === 0 ? null : sum(values) / values.length)
      const [a, b] = [mean(said), mean(real)]
      const shown = (value: number | null) => (value === null ? null : twoDecimals(value))
      return [shown(a), shown(b), a === null || b === null ? null : twoDecimals(a - b)] as const
    }
    const pay = (isWin: boolean, result: Outcome | null) => (isWin ? 3 : result === 'draw' ? 1 : 0)
    const [saidPoints, points, pointsBias] = bias(
      picks.map((pick) => pay(wins(matchOf(pick), pick.result), pick.result)),
      matches.map((match) => pay(wins(match, match.result), match.result)),
    )
    const [saidGoals, goals, goalsBias] = bias(
      picks.flatMap((pick) => (pick.score ? goalsOf(matchOf(pick), pick.score) : [])),
      matches.flatMap((match) => (match.score ? goalsOf(match, match.score) : [])),
    )
    return {
      ...{ id, name: `Club ${id}`, shortName: `C${id}`, code: `CL${id}`, logoUrl: null },
      colours: { field: '#111111', band: '#222222', letters: '#ffffff' },
      matches: matches.length,
      won: won.length,
      drawn: drawn.length,
      lost: matches.length - won.length - drawn.length,
      ...counted(picks),
      saidWin: saidWin.length,
      saidDraw: saidDraw.length,
      saidLoss: picks.length - saidWin.length - saidDraw.length,
      ...{ saidPoints, points, pointsBias, saidGoals, goals, goalsBias },
    }
  }

  function leaguesOf(): Analytics['leagues'] {
    const seen = game.leagues.filter(({ type, members }) => type === 'public' || members.includes(reader))
    const sizes = seen.map(({ members }) => members.length).sort((a, b) => a - b)
    const [latest = null, before = null] = [...game.settled].sort((a, b) => b - a)
    const bounds: readonly (readonly [number, number | null])[] = [
      [1, 1],
      [2, 4],
      [5, 12],
      [13, 25],
      [26, 60],
      [61, null],
    ]
    return {
      total: seen.length,
      medianMembers: sizes[Math.ceil(sizes.length / 2) - 1] ?? 0,
      sizes: bounds.map(([from, to]) => ({
        from,
        to,
        leagues: sizes.filter((size) => size >= from && (to === null || size <= to)).length,
      })),
      gameweek: latest,
      gameweekBefore: before,
      leagues: seen
        .map(({ id, name, type, members }) => {
          const theirs = settled.filter(({ userId }) => members.includes(userId))
          const [now, was] = [latest, before].map(
            (gameweek) => theirs.filter((pick) => matchOf(pick).gameweek === gameweek).length,
          ) as [number, number]
          const accuracies = members.filter((each) => ofUser(each).length > 0).map((each) => share(ofUser(each)))
          return {
            ...{ id, name, type, isMember: members.includes(reader), memberCount: members.length },
            predictions: now,
            predictionsBefore: was,
            activityTrend:
              now - was > was / 10
                ? ('increasing' as const)
                : was - now > was / 10
                  ? ('decreasing' as const)
                  : ('stable' as const),
            averageAccuracy: accuracies.length === 0 ? 0 : oneDecimal(sum(accuracies) / accuracies.length, 1),
            countedMembers: accuracies.length,
          }
        })
        .sort((a, b) => b.predictions - a.predictions || b.memberCount - a.memberCount || a.id - b.id),
    }
  }
}
