import { pointsPerVerdict } from '../../contracts/points.ts'
import type { VerdictPoints } from '../../contracts/scoring-rules.ts'
import { createRandom } from '../../kernel/random.ts'
import { ordinal } from '../../slice/words.ts'
import type { Crowd, PlayedMatch, Story, StoryFacts, StoryKind, TableMove } from './events.ts'

/** Current names of the subjects of a story. */
export interface NewsNames {
  readonly club: (teamId: number) => string
  /** In the story’s order; null: the account is deleted. */
  readonly players: readonly (string | null)[]
}

/** A story as text. */
export interface Written {
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  readonly paragraphs: string[]
}

/** Headings of the kinds of stories. */
export const KINDS: Readonly<Record<StoryKind, string>> = {
  report: 'Match report',
  upset: 'Upset',
  winner: 'Gameweek winner',
  'best-score': 'Record',
  'best-mean': 'Record',
  lead: 'Leaderboard',
  'round-up': 'Round-up',
  table: 'Table',
}

/**
 * Writes a story from its facts. The slug selects one of several phrasings, so that a story always reads the same. A
 * title contains its match or its gameweek: titles are unique in a season (docs/rules.md R78).
 */
export function write(
  { slug, season, gameweek, story }: Pick<StoryFacts, 'slug' | 'season' | 'gameweek' | 'story'>,
  names: NewsNames,
): Written {
  const random = createRandom(slug)
  return writers[story.kind](story as never, {
    ...names,
    gameweek,
    perVerdict: pointsPerVerdict(season),
    oneOf: (ways) => ways[random.below(ways.length)]!,
    player: (place) => names.players[place] ?? 'A player who has left',
  })
}

interface Pen extends NewsNames {
  readonly gameweek: number
  readonly perVerdict: VerdictPoints
  /** Selects one of several phrasings. */
  readonly oneOf: (ways: readonly string[]) => string
  readonly player: (place: number) => string
}

type Of<Kind extends StoryKind> = Extract<Story, { kind: Kind }>

const writers: { readonly [Kind in StoryKind]: (story: Of<Kind>, pen: Pen) => Written } = {
  report({ match, crowd, exact, paid, scores }, pen) {
    const right = crowd[match.result]
    return {
      title: reportTitle(match, exact, right, pen),
      description: `${rightText(crowd.picks, exact, right - exact, match.score !== null)} ${paidText(paid)}`,
      paragraphs: [
        crowdText(match, crowd, pen),
        ...popularText(match, scores),
        ...(paid > 0 ? [shareText(paid, exact, right - exact, pen)] : []),
      ],
    }
  },

  upset({ match, crowd, exact }, pen) {
    const { gameweek, oneOf } = pen
    const ended = endText(match, pen)
    const right = crowd[match.result]
    const outcome = match.result === 'draw' ? 'a draw' : winnerOf(match, pen)
    return {
      title: oneOf([
        `Upset of gameweek ${gameweek}: ${ended}`,
        `${ended}: the upset of gameweek ${gameweek}`,
        `The shock of gameweek ${gameweek}: ${ended}`,
      ]),
      description:
        right === 0
          ? `None of ${count(crowd.picks, 'player')} backed ${outcome}.`
          : `${number(right)} of ${count(crowd.picks, 'player')} backed ${outcome}.`,
      paragraphs: [
        crowdText(match, crowd, pen),
        `No other match of gameweek ${gameweek} with five or more predictions fooled a bigger share of players.`,
        ...(exact === 0 ? [] : [`${exact === 1 ? 'One player' : `${number(exact)} players`} even called the score.`]),
      ],
    }
  },

  winner({ points, exact, winners, next, players, sum }, pen) {
    const { gameweek, oneOf, player } = pen
    const won = count(points, 'point')
    const scores = exact > 0 ? ` and ${count(exact, 'exact score')}` : ''
    const mean = `${count(players, 'player')} averaged ${decimal(sum, players)} points.`
    if (winners === 1) {
      const lead =
        next === null ? 'Nobody else predicted it.' : `The next best is ${count(points - next, 'point')} behind.`
      return {
        title: oneOf([
          `${player(0)} wins gameweek ${gameweek} with ${won}${scores}`,
          `Gameweek ${gameweek} goes to ${player(0)}: ${won}${scores}`,
          `${player(0)} is the best of gameweek ${gameweek} with ${won}${scores}`,
        ]),
        description: `${lead} ${mean}`,
        paragraphs: [`${player(0)} had ${won}${scores} in gameweek ${gameweek}. ${lead}`, mean],
      }
    }
    const who = winners === 2 ? `${player(0)} and ${player(1)}` : `${number(winners)} players`
    const named = winners === 2 ? [] : [`Among them ${player(0)}, ${player(1)} and ${player(2)}.`]
    const behind = next === null ? 'Nobody is behind them.' : `The next best had ${number(next)}.`
    return {
      title: oneOf([
        `${who} share gameweek ${gameweek} with ${won} each`,
        `Gameweek ${gameweek} is shared: ${who}, ${won} each`,
      ]),
      description: `${behind} ${mean}`,
      paragraphs: [[`${who} had ${won} in gameweek ${gameweek}.`, ...named, behind].join(' '), mean],
    }
  },

  'best-score'({ points, winners, before }, { gameweek, oneOf, player }) {
    const who = winners === 1 ? player(0) : `${number(winners)} players`
    const until = `The previous best was ${number(before.points)}, in gameweek ${before.gameweek}.`
    return {
      title: oneOf([
        `${number(points)} points in gameweek ${gameweek}: the best of the season so far`,
        `The season's best gameweek so far: ${number(points)} points in gameweek ${gameweek}`,
        `Record in gameweek ${gameweek}: nobody had ${number(points)} points before`,
      ]),
      description: `${who} ${winners === 1 ? 'set' : 'share'} it. ${until}`,
      paragraphs: [
        `${who} had ${count(points, 'point')} in gameweek ${gameweek}, beating the record by ${number(points - before.points)}. ${until}`,
      ],
    }
  },

  'best-mean'({ tenths, players, before }, { gameweek, oneOf }) {
    const [mean, old] = [tenth(tenths), tenth(before.tenths)]
    const until = `The previous best average was ${old}, in gameweek ${before.gameweek}.`
    return {
      title: oneOf([
        `Gameweek ${gameweek} is the highest scoring so far: ${mean} points a player`,
        `${mean} points a player: gameweek ${gameweek} is the richest so far`,
        `Gameweek ${gameweek} sets a new mark: ${mean} points on average`,
      ]),
      description: `${count(players, 'player')} predicted it. ${until}`,
      paragraphs: [`${count(players, 'player')} scored ${mean} points on average in gameweek ${gameweek}. ${until}`],
    }
  },

  lead({ from, before }, { gameweek, oneOf, player }) {
    const who = player(0)
    const way =
      from === null
        ? `They were unranked after gameweek ${before}.`
        : `They were ${ordinal(from)} after gameweek ${before}.`
    return {
      title: oneOf([
        `${who} takes the lead after gameweek ${gameweek}`,
        `${who} leads the board after gameweek ${gameweek}`,
        `A new name at the top after gameweek ${gameweek}: ${who}`,
      ]),
      description: way,
      paragraphs: [`${who} topped the leaderboard alone after gameweek ${gameweek}. ${way}`],
    }
  },

  'round-up'({ matches, goals, home, draw, away, most }, pen) {
    const { gameweek, oneOf } = pen
    const fell = `${goals === 0 ? 'No goal' : count(goals, 'goal')} in ${count(matches, 'match', 'matches')}`
    const wildest = most && `${endText(most, pen)} had the most goals.`
    const results = `${capital(count(home, 'home win'))}, ${count(draw, 'draw')} and ${count(away, 'away win')}.`
    return {
      title: oneOf([
        `Gameweek ${gameweek}: ${lower(fell)}`,
        `Gameweek ${gameweek} in numbers: ${lower(fell)}`,
        `${fell}: that was gameweek ${gameweek}`,
      ]),
      description: [wildest, results].filter(Boolean).join(' '),
      paragraphs: [
        `Gameweek ${gameweek} had ${goals === 0 ? 'no goal' : count(goals, 'goal')} in ${count(matches, 'match', 'matches')}, ${decimal(goals, matches)} a match. ${results}`,
        ...(wildest ? [wildest] : []),
      ],
    }
  },

  table({ leaders, leadersBefore, points, ahead, moves }, pen) {
    const { gameweek, oneOf, club } = pen
    const top = leaders.length === 1 ? club(leaders[0]!) : null
    const isNew = top !== null && !leadersBefore.includes(leaders[0]!)
    const gap =
      ahead === null
        ? '. Nobody is behind them.'
        : ahead === 0
          ? '. The next club are level on points.'
          : `, ${number(ahead)} ahead of the next club.`
    const topText =
      top === null
        ? `${list(leaders.map(club))} share first place with ${count(points, 'point')}.`
        : `${top} are first with ${count(points, 'point')}${gap}`
    const [widest] = moves
    return {
      title:
        top === null
          ? `${number(leaders.length)} clubs are level at the top after gameweek ${gameweek}`
          : isNew
            ? oneOf([`${top} go top after gameweek ${gameweek}`, `${top} are the leaders after gameweek ${gameweek}`])
            : oneOf([`${top} stay top after gameweek ${gameweek}`, `Gameweek ${gameweek} leaves ${top} on top`]),
      description: [topText, ...(widest ? [moveText(widest, pen)] : [])].join(' '),
      paragraphs: [
        `Counting all matches up to gameweek ${gameweek}: ${topText}`,
        ...(widest ? [moves.map((move) => moveText(move, pen)).join(' ')] : []),
      ],
    }
  },
}

function reportTitle(match: PlayedMatch, exact: number, right: number, pen: Pen): string {
  const ended = endText(match, pen)
  if (match.score === null) return ended
  if (exact === 1)
    return `${ended}: ${pen.oneOf(['one player had the score', 'a single exact score', 'one player called it'])}`
  if (exact > 1) {
    const players = `${number(exact)} players`
    return `${ended}: ${pen.oneOf([`${players} had the score`, `${players} called it`, `just as ${players} predicted`])}`
  }
  if (right === 0) return `${ended}: ${pen.oneOf(['nobody saw it coming', 'nobody even got the result'])}`
  return `${ended}: ${pen.oneOf(['nobody had the score', 'a score that nobody picked', 'not one exact score'])}`
}

/** `Brentford 3–1 Burnley`, or that it was awarded. */
function endText(match: PlayedMatch, pen: Pen): string {
  const [home, away] = [pen.club(match.homeTeamId), pen.club(match.awayTeamId)]
  if (match.score) return `${home} ${match.score.home}–${match.score.away} ${away}`
  return match.result === 'draw'
    ? `${home} v ${away} is awarded as a draw`
    : `${home} v ${away} is awarded to ${winnerOf(match, pen)}`
}

const winnerOf = ({ result, homeTeamId, awayTeamId }: PlayedMatch, { club }: Pen): string =>
  club(result === 'home' ? homeTeamId : awayTeamId)

function rightText(picks: number, exact: number, right: number, hasScore: boolean): string {
  const of = `of ${number(picks)}`
  const result = right === 0 ? 'nobody' : `${number(right)} ${of}`
  if (!hasScore) return `${capital(result)} had the result.`
  if (exact === 0)
    return right === 0 ? `None ${of} had the score or the result.` : `Nobody had the score, ${result} the result.`
  return `${number(exact)} ${of} had the exact score, ${right === 0 ? 'nobody else' : `${number(right)} more`} the result.`
}

const paidText = (paid: number): string =>
  paid === 0 ? 'The match paid nothing.' : `The match paid ${count(paid, 'point')}.`

function shareText(paid: number, exact: number, right: number, { perVerdict }: Pen): string {
  const parts = [
    ...(exact > 0 ? [`${perVerdict.exact} to ${each(exact)} for the exact score`] : []),
    ...(right > 0 ? [`${perVerdict.correct} to ${each(right)} for the result`] : []),
  ]
  return `The match paid ${count(paid, 'point')}: ${parts.join(', ')}.`
}

const each = (players: number): string => (players === 1 ? 'one player' : `each of ${number(players)} players`)

/** How the picks were split, and whether the most frequent pick was right. */
function crowdText(match: PlayedMatch, crowd: Crowd, { club, oneOf }: Pen): string {
  const { picks, home, draw, away } = crowd
  const [hosts, guests] = [club(match.homeTeamId), club(match.awayTeamId)]
  if (picks === 1) {
    const outcome = home === 1 ? hosts : draw === 1 ? 'a draw' : guests
    return `One player predicted it and backed ${outcome}. They were ${crowd[match.result] === 1 ? 'right' : 'wrong'}.`
  }
  const shares = `${percent(home, picks)} of ${count(picks, 'pick')} backed ${hosts}, ${percent(draw, picks)} a draw, ${percent(away, picks)} ${guests}.`
  const most = Math.max(home, draw, away)
  const isSplit = [home, draw, away].filter((votes) => votes === most).length > 1
  if (isSplit) return `${shares} ${oneOf(['The crowd was in two minds.', 'The crowd could not agree.'])}`
  if (crowd[match.result] !== most) return `${shares} ${oneOf(['Most were wrong.', 'The crowd was wrong.'])}`
  return `${shares} ${oneOf([...(most * 2 > picks ? ['Most were right.'] : []), 'The crowd was right.'])}`
}

/** The most popular score, unless there is a tie. */
function popularText({ score }: PlayedMatch, scores: Of<'report'>['scores']): string[] {
  const [first, second] = scores
  if (!first || first[2] < 2 || (second && second[2] === first[2])) return []
  const [home, away, players] = first
  const isIt = score !== null && score.home === home && score.away === away
  return [
    `The most popular score up to 4–4 was ${home}–${away}, picked by ${count(players, 'player')}${isIt ? ': spot on' : ''}.`,
  ]
}

const moveText = ({ teamId, from, to, points }: TableMove, { club }: Pen): string =>
  `${club(teamId)} ${to < from ? 'climb' : 'fall'} from ${ordinal(from)} to ${ordinal(to)} with ${count(points, 'point')}.`

const number = (value: number): string => value.toLocaleString('en-GB')
const count = (value: number, one: string, more = `${one}s`): string =>
  `${number(value)} ${Math.abs(value) === 1 ? one : more}`
/** Rounded to one decimal. */
const decimal = (sum: number, of: number): string => tenth(Math.round((10 * sum) / of))
const tenth = (tenths: number): string => (tenths / 10).toLocaleString('en-GB', { minimumFractionDigits: 1 })
const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)}%`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
