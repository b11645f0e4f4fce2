import type { Wrap, WrapCards } from '../../../../src/areas/wraps/contract.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'

export interface StoryCard {
  readonly name: string
  /** Small text above the number, such as a match. */
  readonly about: string
  readonly big: string
  readonly text: string
}

type Content<Key extends keyof WrapCards> = NonNullable<WrapCards[Key]>

/** The cards with content, in the order of the story. */
export function storyOf({ cards, points }: Pick<Wrap, 'cards' | 'points'>): readonly StoryCard[] {
  if (cards === null) return []
  const { bestCall, nemesis, luckiest, finish, streak, rival } = cards
  return [
    ...(bestCall ? [callCard(bestCall)] : []),
    ...(nemesis ? [nemesisCard(nemesis)] : []),
    ...(luckiest ? [luckyCard(luckiest)] : []),
    ...(finish ? [finishCard(finish, points)] : []),
    ...(streak ? [streakCard(streak)] : []),
    ...(rival ? [rivalCard(rival, points)] : []),
  ]
}

const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

const callCard = (call: Content<'bestCall'>): StoryCard => ({
  name: 'Your best call',
  about: `${call.home.shortName} v ${call.away.shortName}`,
  big:
    call.predictedHomeScore === null
      ? WORDS[call.predictedResult]
      : `${call.predictedHomeScore}–${call.predictedAwayScore}`,
  text: `${count(call.had)} of ${count(call.players)} ${call.isExact ? 'saw it coming' : 'had the result'}. You were one of them. Gameweek ${call.gameweek}.`,
})

const nemesisCard = ({ club, right, picks, backed }: Content<'nemesis'>): StoryCard => ({
  name: 'Your nemesis',
  about: club.name,
  big: `${right} of ${picks}`,
  text: `You were right about ${club.shortName} ${counted(right, 'time')} and backed them ${counted(backed, 'time')}.`,
})

const luckyCard = ({ gameweek, points, mean, exactScores }: Content<'luckiest'>): StoryCard => ({
  name: 'Your luckiest gameweek',
  about: `Gameweek ${gameweek}`,
  big: count(points),
  text: `The average player had ${count(mean)}. You had ${counted(exactScores, 'exact score')}. It will never happen again. Or will it?`,
})

const finishCard = ({ rank, players, percent }: Content<'finish'>, points: number): StoryCard => ({
  name: 'Where you finished',
  about: `${ordinal(rank)} of ${count(players)}`,
  big: `${percent}%`,
  text: `Better than ${percent} in 100, with ${counted(points, 'match point')}.`,
})

const streakCard = ({ length, from, to, endedBy }: Content<'streak'>): StoryCard => ({
  name: 'Your longest streak',
  about: from === null || to === null ? 'Right in a row' : `${dateText(from)} to ${dateText(to)}`,
  big: count(length),
  text: `${count(length)} right in a row. ${endedBy ? `${endedBy.home.shortName} v ${endedBy.away.shortName} ended it.` : 'It goes on.'}`,
})

function rivalCard({ player, points: theirs, swaps }: Content<'rival'>, points: number): StoryCard {
  const apart = Math.abs(theirs - points)
  return {
    name: 'Your rival',
    about: player.displayName,
    big: `${count(points)} – ${count(theirs)}`,
    text: `${apart === 0 ? 'Level on points' : `${counted(apart, 'point')} apart`}. You swapped places ${counted(swaps, 'time')}.`,
  }
}
