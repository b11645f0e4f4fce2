import type { TableRow } from '../fixtures/contract.ts'
import type { Crowd, PlayedMatch, Story, StoryFacts, TableMove } from './events.ts'
import type { GameweekFacts, MatchFacts } from './facts.ts'
import type { PublishNews } from './news-decider.ts'

/** Fewest picks of an upset. */
const UPSET_PICKS = 5
/** Largest share of correct picks of an upset. */
const UPSET_SHARE = 0.2
/** Most table moves in a story. */
const MOST_MOVES = 6

/** The report of a match; no facts without a result or without predictions. */
export function ofMatch(facts: MatchFacts): PublishNews {
  const { season, gameweek, at, homeSlug, awaySlug, exact, paid, scores } = facts
  const slug = `${season}-${homeSlug}-v-${awaySlug}`
  const match = matchOf(facts)
  if (match === null || at === null || facts.picks === 0) return { slug, facts: null }
  const story = { kind: 'report', match, crowd: crowdOf(facts), exact, paid, scores } as const
  return { slug, facts: { slug, season, gameweek, publishedAt: at, story, players: [] } }
}

/** Stories of a settled gameweek from its own matches and board. */
export function ofGameweek(
  season: string,
  facts: GameweekFacts,
  matches: readonly MatchFacts[],
): readonly PublishNews[] {
  const publish = publisherOf(season, facts)
  return [
    publish('winner', winnerOf(facts)),
    publish('upset', upsetOf(matches)),
    publish('round-up', roundUpOf(matches)),
    publish('lead', leadOf(facts)),
  ]
}

/** Stories that compare a settled gameweek with earlier ones; `gameweeks`: all settled ones, ascending. */
export function ofSeason(
  season: string,
  facts: GameweekFacts,
  gameweeks: readonly GameweekFacts[],
  tables: ReadonlyMap<number, readonly TableRow[]>,
): readonly PublishNews[] {
  const publish = publisherOf(season, facts)
  const earlier = gameweeks.filter(({ gameweek }) => gameweek < facts.gameweek)
  return [
    publish('best-score', bestScoreOf(facts, earlier)),
    publish('best-mean', bestMeanOf(facts, earlier)),
    publish('table', tableOf(tables.get(facts.gameweek) ?? [], tables.get(facts.gameweek - 1) ?? [])),
  ]
}

type Subject = { readonly story: Story; readonly players: readonly number[] } | null

const publisherOf =
  (season: string, { gameweek, at: publishedAt }: GameweekFacts) =>
  (kind: Story['kind'], subject: Subject): PublishNews => {
    const slug = `${season}-gameweek-${gameweek}-${kind}`
    const facts: StoryFacts | null = subject && { slug, season, gameweek, publishedAt, ...subject }
    return { slug, facts }
  }

const noPlayers = (story: Story): Subject => ({ story, players: [] })

function matchOf({ fixtureId, homeTeamId, awayTeamId, result, homeScore, awayScore }: MatchFacts): PlayedMatch | null {
  if (result === null) return null
  const score = homeScore === null || awayScore === null ? null : { home: homeScore, away: awayScore }
  return { fixtureId, homeTeamId, awayTeamId, result, score }
}

const crowdOf = ({ picks, home, draw, away }: MatchFacts): Crowd => ({ picks, home, draw, away })

function winnerOf({ points, winners, next, players, sum, first }: GameweekFacts): Subject {
  if (points === null || points === 0) return null
  const story = { kind: 'winner', points, exact: first[0]!.exact, winners, next, players, sum } as const
  return { story, players: first.map(({ id }) => id) }
}

/** Ties go to the match with more picks, then to the lower id. */
function upsetOf(matches: readonly MatchFacts[]): Subject {
  const shareOf = (facts: MatchFacts) => facts[facts.result!] / facts.picks
  const [facts] = matches
    .filter((one) => one.result !== null && one.picks >= UPSET_PICKS && shareOf(one) <= UPSET_SHARE)
    .sort((a, b) => shareOf(a) - shareOf(b) || b.picks - a.picks || a.fixtureId - b.fixtureId)
  return facts ? noPlayers({ kind: 'upset', match: matchOf(facts)!, crowd: crowdOf(facts), exact: facts.exact }) : null
}

function roundUpOf(all: readonly MatchFacts[]): Subject {
  const played = all.map(matchOf).filter((match) => match?.score)
  if (played.length === 0) return null
  const goalsOf = (match: PlayedMatch | null) => match!.score!.home + match!.score!.away
  const most = Math.max(...played.map(goalsOf))
  const wildest = played.filter((match) => goalsOf(match) === most)
  const count = (result: PlayedMatch['result']) => played.filter((match) => match!.result === result).length
  return noPlayers({
    kind: 'round-up',
    matches: played.length,
    goals: played.reduce((sum, match) => sum + goalsOf(match), 0),
    home: count('home'),
    draw: count('draw'),
    away: count('away'),
    most: wildest.length === 1 && most > 0 ? wildest[0]! : null,
  })
}

/** A new sole leader since the previous gameweek. */
function leadOf({ leaders, atTop, before }: GameweekFacts): Subject {
  if (atTop !== 1 || leaders.length === 0 || before === null || before.rank === 1) return null
  return { story: { kind: 'lead', from: before.rank, before: before.gameweek }, players: leaders }
}

function bestScoreOf({ points, winners, first }: GameweekFacts, earlier: readonly GameweekFacts[]): Subject {
  const before = bestOf(earlier, ({ points }) => points)
  if (points === null || before === null || points <= before.value) return null
  const record = { gameweek: before.gameweek, points: before.value }
  return { story: { kind: 'best-score', points, winners, before: record }, players: first.map(({ id }) => id) }
}

/** Compares means as shown, with one decimal: equal ones are no record. */
function bestMeanOf(facts: GameweekFacts, earlier: readonly GameweekFacts[]): Subject {
  const tenths = tenthsOf(facts)
  const before = bestOf(earlier, tenthsOf)
  if (tenths === null || before === null || tenths <= before.value) return null
  const { gameweek, value } = before
  return noPlayers({ kind: 'best-mean', tenths, players: facts.players, before: { gameweek, tenths: value } })
}

const tenthsOf = ({ sum, players }: GameweekFacts): number | null =>
  players === 0 ? null : Math.round((10 * sum) / players)

/** The highest value so far, and the first gameweek with it; null: none. */
function bestOf(gameweeks: readonly GameweekFacts[], of: (facts: GameweekFacts) => number | null) {
  let best: { readonly gameweek: number; readonly value: number } | null = null
  for (const facts of gameweeks) {
    const value = of(facts)
    if (value !== null && (best === null || value > best.value)) best = { gameweek: facts.gameweek, value }
  }
  return best
}

function tableOf(rows: readonly TableRow[], before: readonly TableRow[]): Subject {
  const leaders = leadersOf(rows)
  if (leaders.length === 0 || !rows.some(({ played }) => played > 0)) return null
  const placeBefore = new Map(before.map(({ id, position }) => [id, position]))
  const moves = rows.flatMap(({ id, position, points }): TableMove[] => {
    const from = placeBefore.get(id)
    return from === undefined || from === position ? [] : [{ teamId: id, from, to: position, points }]
  })
  const wide = (move: TableMove) => Math.abs(move.from - move.to)
  const behind = rows.find(({ position }) => position > 1)
  return noPlayers({
    kind: 'table',
    leaders,
    leadersBefore: leadersOf(before),
    points: rows[0]!.points,
    ahead: behind ? rows[0]!.points - behind.points : null,
    moves: moves.sort((a, b) => wide(b) - wide(a) || a.to - b.to || a.teamId - b.teamId).slice(0, MOST_MOVES),
  })
}

const leadersOf = (rows: readonly TableRow[]): number[] =>
  rows.filter(({ position }) => position === 1).map(({ id }) => id)
