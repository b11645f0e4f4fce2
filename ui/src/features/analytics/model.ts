import type {
  Analytics,
  AnalyticsClub,
  AnalyticsGameweek,
  AnalyticsLeague,
  AnalyticsOutcome,
  AnalyticsSaved,
  AnalyticsScore,
  AnalyticsUpset,
} from '../../../../src/areas/analytics/contract.ts'
import type { Outcome } from '../../../../src/areas/fixtures/contract.ts'
import { count, counted, ordinal, signed, wordFor } from '../../lib/numbers.ts'

/** `54.1%` */
export const percent = (value: number): string => `${value.toFixed(1)}%`
/** `54%` */
export const wholePercent = (value: number): string => `${Math.round(value)}%`
/** A share in percent with one decimal; 0 of 0. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = { home: 'Home win', draw: 'Draw', away: 'Away win' }
const CHARTED: readonly Outcome[] = ['home', 'away', 'draw']

interface ChartSummary {
  readonly lead: string
  readonly text: string
}

type Users = Analytics['users']

/** Cumulative accuracy by gameweek, in percent; null before the first settled pick. */
export function soFar(gameweeks: readonly AnalyticsGameweek[]) {
  const sum = { own: [0, 0], all: [0, 0] } as { own: [number, number]; all: [number, number] }
  const add = (to: [number, number], each: { correctPredictions: number; settledPredictions: number } | null) => {
    to[0] += each?.correctPredictions ?? 0
    to[1] += each?.settledPredictions ?? 0
    return to[1] === 0 ? null : shareOf(to[0], to[1])
  }
  return gameweeks.map((week) => ({ gameweek: week.gameweek, own: add(sum.own, week.own), all: add(sum.all, week) }))
}

export function soFarSummary(weeks: ReturnType<typeof soFar>): ChartSummary {
  const last = weeks.at(-1)
  const field = last?.all == null ? '' : percent(last.all)
  if (last?.own == null)
    return {
      lead: '–',
      text: `Nothing settled yet. Your line starts after your first match; the average is ${field}.`,
    }
  return {
    lead: percent(last.own),
    text: `of your picks were right by gameweek ${last.gameweek}, ${field} of everyone’s.`,
  }
}

/** The five most accurate players, followed by the reader unless among them. */
export function accurate({ topUsers, me }: Users, userId: number) {
  const rows = topUsers.map((player) => ({ ...player, isYou: player.id === userId }))
  if (rows.some(({ isYou }) => isYou) || me.settledPredictions === 0) return rows
  return [...rows, { ...me, id: userId, username: 'You', isYou: true }]
}

export function accurateSummary({ topUsers, me, ranked, rankedFrom }: Users, userId: number): ChartSummary | null {
  const [first] = topUsers
  if (first === undefined) return null
  const own =
    me.ranking === null
      ? `You need ${counted(rankedFrom, 'settled pick')} to be listed; you have ${count(me.settledPredictions)}.`
      : `You are ${ordinal(me.ranking)} of ${count(ranked)}${first.id === userId ? '' : ` with ${percent(me.accuracy)}`}.`
  const name = first.id === userId ? 'You' : first.username
  return {
    lead: percent(first.accuracy),
    text: `${name}, ${count(first.correctPredictions)} of ${count(first.settledPredictions)}. ${own}`,
  }
}

/** Mean points per match of these picks; null if there are none. */
export const pointsPerPick = ({ points, settledPredictions }: { points: number; settledPredictions: number }) =>
  settledPredictions === 0 ? null : Math.round((10 * points) / settledPredictions) / 10

export const charted = (outcomes: readonly AnalyticsOutcome[]): AnalyticsOutcome[] =>
  CHARTED.map((result) => outcomes.find((each) => each.result === result)!)

export function pointsSummary(outcomes: readonly AnalyticsOutcome[]): ChartSummary | null {
  const paid = charted(outcomes)
    .flatMap(({ result, own }) => {
      const points = pointsPerPick(own)
      return points === null ? [] : { result, points }
    })
    .sort((a, b) => b.points - a.points)
  const [best] = paid
  if (best === undefined) return null
  const least = paid.at(-1)!
  const rest = least === best ? '' : `, ${least.points.toFixed(1)} when you pick ${least.result}`
  return { lead: best.points.toFixed(1), text: `points per match when you pick ${best.result}${rest}.` }
}

const SAVED_NAMES = ['On the day', '1 day', '2 days', '3 days or more'] as const
const SAVED_WORDS = ['on the day', 'a day before', 'two days before', 'three days or more before'] as const
export const savedName = (days: number): string => SAVED_NAMES[days]!

/** Groups with picks, the earliest first. */
export const savedBars = (saved: readonly AnalyticsSaved[]): AnalyticsSaved[] =>
  saved.filter(({ settledPredictions }) => settledPredictions > 0).sort((a, b) => b.days - a.days)

export function savedSummary(saved: readonly AnalyticsSaved[]): ChartSummary | null {
  const bars = savedBars(saved)
  const [earliest] = bars
  const latest = bars.at(-1)
  if (earliest === undefined || latest === undefined) return null
  const rest =
    earliest === latest ? '' : `, ${percent(earliest.accuracy)} of those saved ${SAVED_WORDS[earliest.days]!}`
  return { lead: percent(latest.accuracy), text: `of your picks saved ${SAVED_WORDS[latest.days]!} were right${rest}.` }
}

export const scoreText = ({ homeScore, awayScore }: { homeScore: number; awayScore: number }) =>
  `${homeScore}–${awayScore}`

export function scoresSummary(scores: readonly AnalyticsScore[], users: Users): ChartSummary | null {
  const [most] = scores
  if (most === undefined) return null
  const share = percent(shareOf(most.totalPredictions, users.totalPredictions))
  const outcome =
    most.settledPredictions === 0
      ? 'No results yet for these matches.'
      : `${percent(shareOf(most.exactScores, most.settledPredictions))} of them came true. It came up in ${percent(shareOf(most.matches, users.settledMatches))} of all matches.`
  return { lead: scoreText(most), text: `is the favourite score (${share} of picks). ${outcome}` }
}

/** Clubs whose matches have settled picks. */
const known = (clubs: readonly AnalyticsClub[]) => clubs.filter(({ settledPredictions }) => settledPredictions > 0)

/** Number of clubs shown (docs/rules.md R186). */
export const CLUBS = 10

/** The five most and the five least predictable clubs, in that order. */
export function predictable(clubs: readonly AnalyticsClub[]): AnalyticsClub[] {
  const all = known(clubs)
  return all.length <= CLUBS ? all : [...all.slice(0, CLUBS / 2), ...all.slice(-CLUBS / 2)]
}

export function predictableSummary(clubs: readonly AnalyticsClub[]): ChartSummary | null {
  const [easiest] = known(clubs)
  const hardest = known(clubs).at(-1)
  if (easiest === undefined || hardest === undefined) return null
  const rest = easiest === hardest ? '' : `, ${percent(hardest.accuracy)} of those on ${hardest.shortName}`
  return { lead: percent(easiest.accuracy), text: `of the picks on ${easiest.shortName} were right${rest}.` }
}

/** Predicted and actual win rates of a club in percent, and their difference in points. */
export function trust(club: AnalyticsClub) {
  const predicted = shareOf(club.saidWin, club.settledPredictions)
  const won = shareOf(club.won, club.matches)
  return { club, predicted, won, gap: Math.round(predicted - won) }
}

/** Clubs with the largest gap between predicted and actual wins, the most overrated first. */
export function crowdErrors(clubs: readonly AnalyticsClub[]) {
  return known(clubs)
    .map(trust)
    .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap))
    .slice(0, CLUBS)
    .sort((a, b) => b.gap - a.gap)
}

export function errorsSummary(clubs: readonly AnalyticsClub[]): ChartSummary | null {
  const [most] = crowdErrors(clubs).sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap))
  if (most === undefined) return null
  const { club, predicted, won, gap: points } = most
  const trusted =
    points === 0
      ? 'points off: the crowd is spot on about'
      : `points: the crowd ${points > 0 ? 'overrates' : 'underrates'}`
  return {
    lead: signed(points),
    text: `${trusted} ${club.shortName}. ${wholePercent(predicted)} backed them to win; they won ${wholePercent(won)}.`,
  }
}

export function predictedShares({ outcomes, settledPredictions, settledMatches }: Users) {
  return charted(outcomes).map(({ result, settledPredictions: picks, matches }) => {
    const [predicted, happened] = [shareOf(picks, settledPredictions), shareOf(matches, settledMatches)]
    return { result, predicted, happened, gap: Math.round(predicted - happened) }
  })
}

const PLURALS: Readonly<Record<Outcome, string>> = { home: 'home wins', draw: 'draws', away: 'away wins' }

export function predictedSummary(users: Users): ChartSummary | null {
  if (users.settledPredictions === 0) return null
  const most = predictedShares(users).reduce((best, each) => (Math.abs(each.gap) > Math.abs(best.gap) ? each : best))
  const { result, gap: points } = most
  const much =
    points === 0
      ? 'points off: the crowd is spot on about'
      : `points: the crowd picks too ${points > 0 ? 'many' : 'few'}`
  return {
    lead: signed(points),
    text: `${much} ${PLURALS[result]}. ${wholePercent(most.predicted)} of picks, ${wholePercent(most.happened)} of matches.`,
  }
}

export const wrongShare = ({ settledPredictions, correctPredictions }: AnalyticsUpset): number =>
  shareOf(settledPredictions - correctPredictions, settledPredictions)
/** `Arsenal 0–1 Burnley`, or the club that was awarded the match. */
export function upsetText(upset: AnalyticsUpset): string {
  const { homeTeam, awayTeam, homeScore, awayScore, result } = upset
  if (homeScore !== null && awayScore !== null) return `${homeTeam} ${scoreText({ homeScore, awayScore })} ${awayTeam}`
  return `${homeTeam} v ${awayTeam}, awarded: ${OUTCOME_NAMES[result].toLowerCase()}`
}

/** The short form: `ARS 0–1 BUR`. */
export function upsetShort({ homeCode, awayCode, homeScore, awayScore }: AnalyticsUpset): string {
  const score = homeScore !== null && awayScore !== null ? scoreText({ homeScore, awayScore }) : 'v'
  return `${homeCode} ${score} ${awayCode}`
}

export function upsetsSummary([most]: readonly AnalyticsUpset[]): ChartSummary | null {
  if (most === undefined) return null
  const favourite = shareOf(most.saidPredictions, most.settledPredictions)
  return {
    lead: percent(wrongShare(most)),
    text: `were wrong about ${upsetText(most)} in gameweek ${most.gameweek}: ${percent(favourite)} picked ${most.said === 'away' ? 'an' : 'a'} ${OUTCOME_NAMES[most.said].toLowerCase()}.`,
  }
}

/** The crowd's accuracy in each gameweek, and that of always picking a home win. */
export const crowd = (gameweeks: readonly AnalyticsGameweek[]) =>
  gameweeks.map(({ gameweek, accuracy, settledPredictions, homeWins, matches }) => ({
    gameweek,
    crowd: settledPredictions === 0 ? null : accuracy,
    home: shareOf(homeWins, matches),
  }))

export function crowdSummary(gameweeks: readonly AnalyticsGameweek[]): ChartSummary | null {
  const weeks = gameweeks.filter(({ settledPredictions }) => settledPredictions > 0)
  if (weeks.length === 0) return null
  const [worst, best] = weeks.reduce(
    ([low, high], week) => [week.accuracy < low.accuracy ? week : low, week.accuracy > high.accuracy ? week : high],
    [weeks[0]!, weeks[0]!],
  )
  const rest = worst === best ? '.' : `, its worst; ${percent(best.accuracy)} in gameweek ${best.gameweek}, its best.`
  return { lead: percent(worst.accuracy), text: `in gameweek ${worst.gameweek}${rest}` }
}

export const LEAGUES = 8

export function activitySummary([first]: readonly AnalyticsLeague[], gameweek: number | null): ChartSummary | null {
  if (first === undefined || gameweek === null || first.predictions === 0) return null
  const { predictions, predictionsBefore, name } = first
  const change =
    predictionsBefore === 0 ? null : Math.round((100 * (predictions - predictionsBefore)) / predictionsBefore)
  const rest =
    change === null
      ? ''
      : change === 0
        ? ', same as the gameweek before'
        : `, ${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} than the gameweek before`
  return {
    lead: count(predictions),
    text: `settled ${wordFor(predictions, 'pick')} in ${name} in gameweek ${gameweek}${rest}.`,
  }
}

/** Minimum members with an accuracy for a meaningful mean. */
const ENOUGH = 5

/** Leagues by accuracy, with at least five members that have one. */
export const byAccuracy = (leagues: readonly AnalyticsLeague[]): AnalyticsLeague[] =>
  leagues
    .filter(({ countedMembers }) => countedMembers >= ENOUGH)
    .sort((a, b) => b.averageAccuracy - a.averageAccuracy || b.memberCount - a.memberCount || a.id - b.id)

export function byAccuracySummary([first]: readonly AnalyticsLeague[]): ChartSummary | null {
  if (first === undefined) return null
  return {
    lead: percent(first.averageAccuracy),
    text: `${first.name}, ${first.isMember ? 'yours, ' : ''}the best of all leagues with five or more members.`,
  }
}

type Size = Analytics['leagues']['sizes'][number]
/** `2 to 4`, `61 or more` */
export const sizeText = ({ from, to }: Size): string =>
  to === null ? `${from} or more` : to === from ? String(from) : `${from} to ${to}`
/** The short form: `2–4`, `61+`. */
export const sizeShort = ({ from, to }: Size): string =>
  to === null ? `${from}+` : to === from ? String(from) : `${from}–${to}`

export function sizesSummary(sizes: readonly Size[], total: number): ChartSummary | null {
  if (total === 0) return null
  const most = sizes.reduce((best, each) => (each.leagues > best.leagues ? each : best))
  const members = `${sizeText(most)} ${most.to === 1 ? 'member' : 'members'}`
  return {
    lead: count(most.leagues),
    text: `of ${counted(total, 'league')} ${most.leagues === 1 ? 'has' : 'have'} ${members}.`,
  }
}
