import { DELETED_USER } from '../../contracts/names.ts'
import { pointsPaid, pointsPerVerdict } from '../../contracts/points.ts'
import type { Outcome, Team } from '../fixtures/contract.ts'
import { trendOf } from '../leagues/trend.ts'
import type {
  Analytics,
  AnalyticsClub,
  AnalyticsLeague,
  AnalyticsPlayer,
  AnalyticsUpset,
  LeagueAnalytics,
} from './contract.ts'
import type { ClosedMatch, CrowdRow, LeagueRow, OwnPicks, OwnRow, SeenLeague } from './queries.ts'

const OUTCOMES = ['home', 'draw', 'away'] as const satisfies readonly Outcome[]

/** Lower bounds of the sizes of leagues. */
const SIZES = [1, 2, 5, 13, 26, 61] as const
/** Maximum number of upsets. */
const MAX_UPSETS = 10

/** Percentage with one decimal; 0 if `whole` is 0 (docs/rules.md R181). */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10

const sumOf = <T>(list: readonly T[], of: (each: T) => number): number => list.reduce((sum, each) => sum + of(each), 0)
const hundredths = (value: number): number => Math.round(value * 100) / 100

interface Count {
  readonly picks: number
  readonly correct: number
}
interface ScoredCount extends Count {
  readonly exact: number
}

const countedOf = ({ picks, correct }: Count) => ({
  settledPredictions: picks,
  correctPredictions: correct,
  accuracy: percentOf(correct, picks),
})

const addedUp = (counts: readonly ScoredCount[]): ScoredCount => ({
  picks: sumOf(counts, ({ picks }) => picks),
  correct: sumOf(counts, ({ correct }) => correct),
  exact: sumOf(counts, ({ exact }) => exact),
})

type SettledMatch = ClosedMatch & { readonly result: Outcome }

const picksFor = (match: ClosedMatch, outcome: Outcome): number => match[`said_${outcome}`]
const picksOf = (match: ClosedMatch): number => sumOf(OUTCOMES, (outcome) => picksFor(match, outcome))
const countOf = (match: SettledMatch): ScoredCount => ({
  picks: picksOf(match),
  correct: picksFor(match, match.result),
  exact: match.exact,
})

/** Rows without a season. */
const NO_CROWD: CrowdRow = {
  ...{ clubs: [], matches: [], scores: [], players: 0, ranked_from: 1, top: [], heights: [] },
  ...{ week: null, week_before: null, leagues: [], closed_at: null },
}
const NO_OWN: OwnRow = { picks: [], leagues: [], seen: [], sizes: [] }

/** Analytics without a season. */
export const emptyAnalytics = (): Analytics => analyticsOf({ season: null, seasons: [] }, NO_CROWD, NO_OWN)

/** The season of the analytics, and all seasons with analytics. */
interface SeasonOf {
  readonly season: string | null
  readonly seasons: readonly string[]
}

/** Computes analytics from all picks of a season and the reader's. */
export function analyticsOf({ season, seasons }: SeasonOf, crowd: CrowdRow, own: OwnRow): Analytics {
  // Matches without any pick are left out, as when a game starts in the middle of a season.
  const matches = crowd.matches.filter((match) => picksOf(match) > 0)
  const settled = matches.filter((match): match is SettledMatch => match.result !== null)
  const verdictPoints = pointsPerVerdict(season)
  const scoredOf = (count: ScoredCount) => ({
    ...countedOf(count),
    points: pointsPaid(verdictPoints, count.correct, count.exact),
  })
  const all = addedUp(own.picks)
  return {
    users: {
      season,
      seasons: [...seasons],
      totalPredictions: sumOf(matches, picksOf),
      matches: matches.length,
      settledMatches: settled.length,
      ...scoredOf(addedUp(settled.map(countOf))),
      players: crowd.players,
      gameweeks: [...Map.groupBy(settled, ({ gameweek }) => gameweek)]
        .sort(([a], [b]) => a - b)
        .map(([gameweek, matches]) => {
          const mine = addedUp(own.picks.filter((each) => each.gameweek === gameweek))
          return {
            gameweek,
            matches: matches.length,
            homeWins: matches.filter(({ result }) => result === 'home').length,
            ...scoredOf(addedUp(matches.map(countOf))),
            own: mine.picks === 0 ? null : scoredOf(mine),
          }
        }),
      outcomes: OUTCOMES.map((result) => ({
        result,
        matches: settled.filter((match) => match.result === result).length,
        ...scoredOf(addedUp(settled.map((match) => countFor(match, result)))),
        own: scoredOf(addedUp(own.picks.filter(({ said }) => said === result))),
      })),
      saved: [0, 1, 2, 3].map((days) => ({
        days,
        ...countedOf(addedUp(own.picks.filter((each: OwnPicks) => each.days === days))),
      })),
      scores: crowd.scores.map(({ home, away, picks, settled: counted, exact }) => ({
        homeScore: home,
        awayScore: away,
        totalPredictions: picks,
        settledPredictions: counted,
        exactScores: exact,
        matches: settled.filter(({ home_score, away_score }) => home_score === home && away_score === away).length,
      })),
      rankedFrom: crowd.ranked_from,
      ranked: sumOf(crowd.heights, ([, players]) => players),
      topUsers: crowd.top.map((row) => playerOf(row, crowd)),
      me: {
        ranking: all.picks < crowd.ranked_from ? null : rankOf(all.correct / all.picks, crowd),
        ...countedOf(all),
      },
    },
    teams: { clubs: clubsOf(crowd.clubs, settled), upsets: upsetsOf(crowd.clubs, settled) },
    leagues: leaguesOf(crowd, own),
  }
}

/** The picks of a match for one outcome. */
function countFor(match: SettledMatch, outcome: Outcome): ScoredCount {
  const picks = picksFor(match, outcome)
  return match.result === outcome ? { picks, correct: picks, exact: match.exact } : { picks, correct: 0, exact: 0 }
}

const rankOf = (accuracy: number, { heights }: CrowdRow): number =>
  1 +
  sumOf(
    heights.filter(([better]) => better > accuracy),
    ([, players]) => players,
  )

const playerOf = (row: CrowdRow['top'][number], crowd: CrowdRow): AnalyticsPlayer => ({
  id: row.id,
  username: row.username ?? DELETED_USER,
  ranking: rankOf(row.accuracy, crowd),
  ...countedOf({ picks: row.settled, correct: row.correct }),
})

/** A match from the perspective of one of its clubs. */
interface Side {
  readonly result: 'won' | 'drawn' | 'lost'
  readonly picked: readonly [win: number, draw: number, loss: number]
  readonly correct: number
  /** null for an awarded match. */
  readonly goals: number | null
  readonly scored: number
  readonly saidGoals: number
}

function sideOf(match: SettledMatch, isHome: boolean): Side {
  const own = isHome ? 'home' : 'away'
  const other = isHome ? 'away' : 'home'
  return {
    result: match.result === own ? 'won' : match.result === other ? 'lost' : 'drawn',
    picked: [picksFor(match, own), match.said_draw, picksFor(match, other)],
    correct: picksFor(match, match.result),
    goals: match[`${own}_score`],
    scored: match.scored,
    saidGoals: match[`${own}_goals`],
  }
}

function clubsOf(clubs: readonly Team[], settled: readonly SettledMatch[]): AnalyticsClub[] {
  return clubs
    .map((club) =>
      clubOf(
        club,
        settled.flatMap((match) =>
          match.home === club.id ? sideOf(match, true) : match.away === club.id ? sideOf(match, false) : [],
        ),
      ),
    )
    .sort(
      (a, b) =>
        b.correctPredictions * a.settledPredictions - a.correctPredictions * b.settledPredictions ||
        Number(b.settledPredictions > 0) - Number(a.settledPredictions > 0) ||
        a.name.localeCompare(b.name, 'en'),
    )
}

function clubOf(club: Team, sides: readonly Side[]): AnalyticsClub {
  const matchesOf = (result: Side['result']) => sides.filter((side) => side.result === result).length
  const saidSum = (index: 0 | 1 | 2) => sumOf(sides, ({ picked }) => picked[index])
  const [won, drawn] = [matchesOf('won'), matchesOf('drawn')]
  const [saidWin, saidDraw, saidLoss] = [saidSum(0), saidSum(1), saidSum(2)]
  const picks = saidWin + saidDraw + saidLoss
  const played = sides.filter(({ goals }) => goals !== null)
  const points = biasOf([3 * saidWin + saidDraw, picks], [3 * won + drawn, sides.length])
  const goals = biasOf(
    [sumOf(sides, ({ saidGoals }) => saidGoals), sumOf(sides, ({ scored }) => scored)],
    [sumOf(played, (side) => side.goals!), played.length],
  )
  return {
    ...club,
    matches: sides.length,
    won,
    drawn,
    lost: matchesOf('lost'),
    ...countedOf({ picks, correct: sumOf(sides, ({ correct }) => correct) }),
    saidWin,
    saidDraw,
    saidLoss,
    saidPoints: points.predicted,
    points: points.real,
    pointsBias: points.bias,
    saidGoals: goals.predicted,
    goals: goals.real,
    goalsBias: goals.bias,
  }
}

type Share = readonly [sum: number, of: number]

/** Two means and their difference (docs/rules.md R182). */
function biasOf(predicted: Share, real: Share) {
  const meanOf = ([sum, of]: Share) => (of === 0 ? null : sum / of)
  const [a, b] = [meanOf(predicted), meanOf(real)]
  return {
    predicted: a === null ? null : hundredths(a),
    real: b === null ? null : hundredths(b),
    bias: a === null || b === null ? null : hundredths(a - b),
  }
}

/** Matches in which another outcome was predicted most, the largest share of wrong picks first. */
function upsetsOf(clubs: readonly Team[], settled: readonly SettledMatch[]): AnalyticsUpset[] {
  const byId = new Map(clubs.map((club) => [club.id, club]))
  return settled
    .flatMap((match) => {
      const favourite = OUTCOMES.reduce((most, each) => (picksFor(match, each) > picksFor(match, most) ? each : most))
      // On a tie with the real outcome, the match is not an upset.
      return picksFor(match, favourite) > picksFor(match, match.result)
        ? { match, favourite, picks: picksOf(match) }
        : []
    })
    .sort(
      (a, b) =>
        picksFor(a.match, a.match.result) * b.picks - picksFor(b.match, b.match.result) * a.picks ||
        picksFor(b.match, b.favourite) - picksFor(a.match, a.favourite) ||
        a.match.id - b.match.id,
    )
    .slice(0, MAX_UPSETS)
    .map(({ match, favourite, picks }) => ({
      fixtureId: match.id,
      gameweek: match.gameweek,
      homeTeam: byId.get(match.home)!.shortName,
      awayTeam: byId.get(match.away)!.shortName,
      homeCode: byId.get(match.home)!.code,
      awayCode: byId.get(match.away)!.code,
      homeScore: match.home_score,
      awayScore: match.away_score,
      result: match.result,
      said: favourite,
      saidPredictions: picksFor(match, favourite),
      ...countedOf({ picks, correct: picksFor(match, match.result) }),
    }))
}

/** Public leagues and the reader's own. Other leagues are not included, not even in numbers (docs/rules.md R184). */
function leaguesOf({ leagues, week, week_before }: CrowdRow, { sizes, seen, ...own }: OwnRow): LeagueAnalytics {
  const total = sumOf(sizes, ([, n]) => n)
  const rows = new Map([...leagues, ...own.leagues].map((row) => [row.id, row]))
  return {
    total,
    medianMembers: medianOf(sizes, total),
    sizes: SIZES.map((from, index) => {
      const next = SIZES[index + 1]
      const within = sizes.filter(([members]) => members >= from && (next === undefined || members < next))
      return { from, to: next === undefined ? null : next - 1, leagues: sumOf(within, ([, n]) => n) }
    }),
    gameweek: week,
    gameweekBefore: week_before,
    leagues: seen
      .map((league) => leagueOf(league, rows.get(league.id)))
      .sort((a, b) => b.predictions - a.predictions || b.memberCount - a.memberCount || a.id - b.id),
  }
}

/** Median size of the leagues, the smaller of two middle ones; `counts` ascending. */
function medianOf(counts: readonly (readonly [members: number, n: number])[], total: number): number {
  let before = 0
  for (const [members, n] of counts) {
    before += n
    if (2 * before >= total) return members
  }
  return 0
}

/** `row` is missing for a league that became empty or was created after the crowd was counted. */
const leagueOf = (league: SeenLeague, row: LeagueRow | undefined): AnalyticsLeague => ({
  id: league.id,
  name: league.name,
  type: league.type,
  isMember: league.is_member,
  memberCount: league.members,
  predictions: row?.now ?? 0,
  predictionsBefore: row?.before ?? 0,
  activityTrend: trendOf(row?.now ?? 0, row?.before ?? 0),
  averageAccuracy: percentOf(row?.accuracy ?? 0, 1),
  countedMembers: row?.counted ?? 0,
})
