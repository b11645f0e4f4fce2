import type { Notification } from '../contracts/notifications.ts'
import type { Notice } from './notice.ts'
import { isResult, type NoResult, type Result } from './results.ts'

/** Present names of what a notice is about, as its reader may see them; null: not there. */
export interface Names {
  readonly person: string | null
  readonly competition: string | null
  readonly league: string | null
  readonly team: string | null
  readonly home: string | null
  readonly away: string | null
  /** The reader is in the league, or anybody may see it. */
  readonly seesLeague: boolean
}

export type Sentence = Pick<Notification, 'title' | 'text' | 'link'>

/** What a player reads; `count`: of how many it tells. */
export function sentenceOf(notice: Notice, names: Names, count: number): Sentence {
  switch (notice.what) {
    case 'unlocked': {
      const text = `${notice.name} unlocked${notice.points > 0 ? `: ${signed(notice.points)}` : ''}`
      return { title: 'Achievement unlocked', text, link: '/achievements' }
    }
    case 'revoked': {
      const title = `${notice.name} taken back${notice.points > 0 ? `: ${signed(-notice.points)}` : ''}`
      return { title, text: notice.reason, link: '/achievements' }
    }
    case 'corrected':
      return { title: 'Result corrected', text: correctionText(notice, names), link: '/' }
    case 'settled':
      return { title: `Gameweek ${notice.gameweek}`, text: gameweekText(notice), link: '/' }
    case 'prize':
      return prizeSentence(notice, names.competition ?? 'a competition')
    default:
      return leagueSentence(notice, names, count)
  }
}

/** `+20 points`, `-1 point` */
const signed = (points: number): string =>
  `${points > 0 ? '+' : ''}${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

function correctionText(
  { was, now, before, after, reason }: Extract<Notice, { what: 'corrected' }>,
  { home, away }: Names,
): string {
  const [hosts, guests] = [home ?? 'The hosts', away ?? 'the guests']
  const because = reason ? ` (${reason})` : ''
  return `${hosts} v ${guests} was ${resultText(was, hosts, guests)} and ${nowText(now, hosts, guests)}${because}: your ${before} points became ${after}.`
}

function nowText(now: Result | NoResult, hosts: string, guests: string): string {
  if (now === 'lifted') return 'has no result for now'
  return `is now ${isResult(now) ? resultText(now, hosts, guests) : now}`
}

function resultText(result: Result, hosts: string, guests: string): string {
  if (result === 'draw') return 'awarded as a draw'
  if (result === 'home' || result === 'away') return `awarded to ${result === 'home' ? hosts : guests}`
  return result.replace('-', '–')
}

function gameweekText({ gameweek, points, rank, rankBefore }: Extract<Notice, { what: 'settled' }>): string {
  const standing =
    rank === null ? '' : `, now rank ${rank}${rankBefore === null ? '' : `, ${movement(rankBefore - rank)}`}`
  return `You scored ${points} in Gameweek ${gameweek}${standing}.`
}

const movement = (up: number): string => (up === 0 ? 'no change' : up > 0 ? `up ${up}` : `down ${-up}`)

const ordinal = (place: number): string => ['1st', '2nd', '3rd'][place - 1] ?? `${place}th`

function prizeSentence(
  { competitionId, points, place, corrected }: Extract<Notice, { what: 'prize' }>,
  name: string,
): Sentence {
  const link = `/competitions/${competitionId}`
  const paid = signed(points)
  if (!corrected && place !== null)
    return { title: 'Competition prize', text: `You finished ${ordinal(place)} in ${name}: ${paid}.`, link }
  const standing = place === null ? `no longer among the first three of ${name}` : `now ${ordinal(place)} in ${name}`
  return { title: 'Prize corrected', text: `After a corrected result you are ${standing}: ${paid}.`, link }
}

type OfLeague = Extract<Notice, { leagueId: number }>

function leagueSentence(notice: OfLeague, names: Names, count: number): Sentence {
  const league = names.league ?? (notice.league || 'a league')
  const link = names.seesLeague ? `/leagues/${notice.leagueId}` : '/leagues'
  const person = names.person ?? 'A deleted user'
  const team = `${names.team ?? 'a team'} in ${league}`
  const often = count === 1 ? '' : ` ${timesText(count)}`
  switch (notice.what) {
    case 'member-joined': {
      const title = count === 1 ? 'New member' : 'New members'
      return { title, text: `${person}${othersText(count - 1)} joined ${league}.`, link }
    }
    case 'removed-from-league':
      return { title: 'Removed from a league', text: `You were removed from ${league}${often}.`, link }
    case 'league-admin':
      return {
        title: 'You lead a league',
        text: leadText(notice.personId === null ? null : person, league, often),
        link,
      }
    case 'team-role': {
      const title = notice.role === 'captain' ? 'You are captain' : 'You are vice-captain'
      const text = often
        ? `You were made the ${notice.role} of ${team}${often}.`
        : `You are now the ${notice.role} of ${team}.`
      return { title, text, link }
    }
    case 'removed-from-team':
      return { title: 'Removed from a team', text: `You were removed from ${team}${often}.`, link }
  }
}

/** `person`: who handed it over; null: the admin before has left. */
function leadText(person: string | null, league: string, often: string): string {
  if (often) return `You were made the admin of ${league}${often}${person === null ? '' : `, last by ${person}`}.`
  if (person === null) return `You are now the admin of ${league}: the one before you has left.`
  return `${person} made you the admin of ${league}.`
}

const othersText = (others: number): string =>
  others === 0 ? '' : ` and ${others} ${others === 1 ? 'other' : 'others'}`

const timesText = (count: number): string => (count === 2 ? 'twice' : `${count} times`)
