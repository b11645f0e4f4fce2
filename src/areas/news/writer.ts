import { pointsPerVerdict } from '../../contracts/points.ts'
import type { VerdictPoints } from '../../contracts/scoring-rules.ts'
import { createRandom } from '../../kernel/random.ts'
import { ordinal } from '../../slice/words.ts'
import type { Crowd, PlayedMatch, Story, StoryFacts, StoryKind, TableMove } from './events.ts'

/** How what a story names is called now. */
export interface NewsNames {
  readonly club: (teamId: number) => string
  /** In the story's order; null: the account is gone. */
  readonly players: readonly (string | null)[]
}

/** A story in words. */
export interface Written {
  readonly title: string
  /** One or two sentences. */
  readonly description: string
  readonly paragraphs: string[]
}

/** What a kind of story is called. */
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
 * Writes a story: every number is one of its own or follows from them. Which of several ways to say it is chosen by the slug, so that
 * it reads the same at every time. A title names its match or its gameweek: no two of a season are the same (docs/rules.md R78).
 */
export function write(
  { slug, season, gameweek, story }: Pick<StoryFacts, 'slug' | 'season' | 'gameweek' | 'story'>,
  names: NewsNames,
): Written {
  const random = createRandom(slug)
  return writers[story.kind](story as never, {
    ...names,
    gameweek,
    prices: pointsPerVerdict(season),
    oneOf: (ways) => ways[random.below(ways.length)]!,
    player: (place) => names.players[place] ?? 'A player who has left',
  })
}

interface Pen extends NewsNames {
  readonly gameweek: number
  readonly prices: VerdictPoints
  /** One of several ways to say the same. */
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
    const said = match.result === 'draw' ? 'a draw' : winnerOf(match, pen)
    return {
      title: oneOf([
        `Upset of gameweek ${gameweek}: ${ended}`,
        `${ended}: the upset of gameweek ${gameweek}`,
        `What gameweek ${gameweek} did not see coming: ${ended}`,
      ]),
      description:
        right === 0
          ? `Nobody of ${number(crowd.picks)} who predicted it said ${said}.`
          : `${number(right)} of ${number(crowd.picks)} said ${said}.`,
      paragraphs: [
        crowdText(match, crowd, pen),
        `Of the matches of gameweek ${gameweek} that five or more predicted, none was foreseen by a smaller share.`,
        ...(exact === 0 ? [] : [`${exact === 1 ? 'One player' : `${number(exact)} players`} even had the score.`]),
      ],
    }
  },

  winner({ points, exact, winners, next, players, sum }, pen) {
    const { gameweek, oneOf, player } = pen
    const won = count(points, 'point')
    const scores = exact > 0 ? ` and ${count(exact, 'exact score')}` : ''
    const mean = `Players scored ${decimal(sum, players)} on average, ${count(players, 'player')} in all.`
    if (winners === 1) {
      const lead = next === null ? 'Nobody else predicted it.' : `${number(points - next)} ahead of the next.`
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
    const behind = next === null ? 'Nobody is behind them.' : `The next have ${number(next)}.`
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
    const until = `The most until then was ${number(before.points)}, in gameweek ${before.gameweek}.`
    return {
      title: oneOf([
        `${number(points)} points in gameweek ${gameweek}: the best of the season so far`,
        `The season's best gameweek so far: ${number(points)} points in gameweek ${gameweek}`,
        `Record in gameweek ${gameweek}: nobody had ${number(points)} points before`,
      ]),
      description: `${who} ${winners === 1 ? 'set' : 'share'} it. ${until}`,
      paragraphs: [
        `${who} had ${count(points, 'point')} in gameweek ${gameweek}, ${number(points - before.points)} more than anybody in a gameweek before. ${until}`,
      ],
    }
  },

  'best-mean'({ tenths, players, before }, { gameweek, oneOf }) {
    const [mean, old] = [tenth(tenths), tenth(before.tenths)]
    const until = `The highest mean until then was ${old}, in gameweek ${before.gameweek}.`
    return {
      title: oneOf([
        `Gameweek ${gameweek} paid the game best so far: ${mean} points a player`,
        `${mean} points a player: gameweek ${gameweek} is the richest so far`,
        `Never so much on average as in gameweek ${gameweek}: ${mean} points`,
      ]),
      description: `${count(players, 'player')} predicted it. ${until}`,
      paragraphs: [`${count(players, 'player')} scored ${mean} points on average in gameweek ${gameweek}. ${until}`],
    }
  },

  lead({ from, before }, { gameweek, oneOf, player }) {
    const who = player(0)
    const way =
      from === null
        ? `They had no rank after gameweek ${before}.`
        : `Up from ${ordinal(from)} after gameweek ${before}.`
    return {
      title: oneOf([
        `${who} takes the lead after gameweek ${gameweek}`,
        `${who} leads the board after gameweek ${gameweek}`,
        `A new name at the top after gameweek ${gameweek}: ${who}`,
      ]),
      description: way,
      paragraphs: [`When gameweek ${gameweek} settled, ${who} stood alone at the top of the leaderboard. ${way}`],
    }
  },

  'round-up'({ matches, goals, home, draw, away, most }, pen) {
    const { gameweek, oneOf } = pen
    const fell = `${goals === 0 ? 'No goal' : count(goals, 'goal')} in ${count(matches, 'match', 'matches')}`
    const wildest = most && `Most of them in ${endText(most, pen)}.`
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
        ? 'Nobody is behind them.'
        : ahead === 0
          ? 'The next have as many.'
          : `${count(ahead, 'point')} ahead of the next.`
    const stands =
      top === null
        ? `${list(leaders.map(club))} share the first place with ${count(points, 'point')}.`
        : `${top} are first with ${count(points, 'point')}. ${gap}`
    const [widest] = moves
    return {
      title:
        top === null
          ? `${number(leaders.length)} clubs are level at the top after gameweek ${gameweek}`
          : isNew
            ? oneOf([`${top} go top after gameweek ${gameweek}`, `${top} are the leaders after gameweek ${gameweek}`])
            : oneOf([`${top} stay top after gameweek ${gameweek}`, `Gameweek ${gameweek} leaves ${top} on top`]),
      description: [stands, ...(widest ? [moveText(widest, pen)] : [])].join(' '),
      paragraphs: [
        `By all matches up to gameweek ${gameweek}: ${stands}`,
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
    return `${ended}: ${pen.oneOf([`${players} had the score`, `${players} called it`, `exactly what ${players} said`])}`
  }
  if (right === 0) return `${ended}: ${pen.oneOf(['nobody saw it coming', 'nobody had even the result'])}`
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
    return right === 0 ? `Nobody ${of} had the score or the result.` : `Nobody had the score, ${result} the result.`
  return `${number(exact)} ${of} had the exact score, ${right === 0 ? 'nobody else' : `${number(right)} more`} the result.`
}

const paidText = (paid: number): string =>
  paid === 0 ? 'The match paid nothing.' : `The match paid ${count(paid, 'point')}.`

function shareText(paid: number, exact: number, right: number, { prices }: Pen): string {
  const parts = [
    ...(exact > 0 ? [`${prices.exact} to ${each(exact)} for the exact score`] : []),
    ...(right > 0 ? [`${prices.correct} to ${each(right)} for the result`] : []),
  ]
  return `The match paid ${count(paid, 'point')}: ${parts.join(', ')}.`
}

const each = (players: number): string => (players === 1 ? 'one player' : `each of ${number(players)} players`)

/** What the crowd said, and whether most of it was right. */
function crowdText(match: PlayedMatch, crowd: Crowd, { club, oneOf }: Pen): string {
  const { picks, home, draw, away } = crowd
  const [hosts, guests] = [club(match.homeTeamId), club(match.awayTeamId)]
  if (picks === 1) {
    const said = home === 1 ? hosts : draw === 1 ? 'a draw' : guests
    return `One player predicted it, and said ${said}. They were ${crowd[match.result] === 1 ? 'right' : 'wrong'}.`
  }
  const said = `${percent(home, picks)} of ${count(picks, 'pick')} said ${hosts}, ${percent(draw, picks)} a draw, ${percent(away, picks)} ${guests}.`
  const most = Math.max(home, draw, away)
  const isSplit = [home, draw, away].filter((votes) => votes === most).length > 1
  if (isSplit) return `${said} ${oneOf(['The crowd was of two minds.', 'The crowd could not agree.'])}`
  return `${said} ${crowd[match.result] === most ? oneOf(['Most were right.', 'The crowd was right.']) : oneOf(['Most were wrong.', 'The crowd was wrong.'])}`
}

/** The score that most had picked, where one leads. */
function popularText({ score }: PlayedMatch, scores: Of<'report'>['scores']): string[] {
  const [first, second] = scores
  if (!first || first[2] < 2 || (second && second[2] === first[2])) return []
  const [home, away, players] = first
  const isIt = score !== null && score.home === home && score.away === away
  return [
    `Of the scores up to 4–4 most picked ${home}–${away}, ${count(players, 'player')}${isIt ? ', and so it ended' : ''}.`,
  ]
}

const moveText = ({ teamId, from, to, points }: TableMove, { club }: Pen): string =>
  `${club(teamId)} ${to < from ? 'climb' : 'fall'} from ${ordinal(from)} to ${ordinal(to)} with ${count(points, 'point')}.`

const number = (value: number): string => value.toLocaleString('en-GB')
const count = (value: number, one: string, more = `${one}s`): string =>
  `${number(value)} ${Math.abs(value) === 1 ? one : more}`
/** To one decimal. */
const decimal = (sum: number, of: number): string => tenth(Math.round((10 * sum) / of))
const tenth = (tenths: number): string => (tenths / 10).toLocaleString('en-GB', { minimumFractionDigits: 1 })
const percent = (part: number, of: number): string => `${Math.round((100 * part) / of)}%`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
