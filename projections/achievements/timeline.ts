import { type Counters, joined, oneMore, placed } from '../../src/areas/achievements/counters.ts'
import { achievementEvents } from '../../src/areas/achievements/events.ts'
import { byteOf } from '../../src/areas/achievements/season-picks.ts'
import { isPending, type SeasonMatch } from '../../src/areas/achievements/season-state.ts'
import { type ChatRoom, messageEvents } from '../../src/areas/chat/events.ts'
import { competitionEvents } from '../../src/areas/competitions/events.ts'
import { acceptsPick, CUTOFF_MS } from '../../src/areas/fixtures/cutoff.ts'
import { leagueEvents } from '../../src/areas/leagues/events.ts'
import { type PredictionEvent, predictionEvents } from '../../src/areas/predictions/events.ts'
import { leagueTeamEvents } from '../../src/areas/teams/events.ts'
import { type EventsOf, only, without } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { Player } from './player.ts'

type Picked = Extract<PredictionEvent, { type: 'PredictionSubmitted' | 'PredictionUpdated' }>

/** Events of single players, folded in order with the events of their seasons. */
export const playerEvents = {
  ...without(predictionEvents, 'PredictionVoided'),
  ...achievementEvents,
  ...only(leagueEvents, 'LeagueCreated', 'LeagueJoined'),
  ...only(leagueTeamEvents, 'LeagueTeamCreated', 'LeagueTeamJoined'),
  ...only(competitionEvents, 'CompetitionJoined', 'CompetitionEnded', 'PrizeBooked'),
  ...only(messageEvents, 'MessagePosted'),
}
export type PlayerEvent = EventsOf<typeof playerEvents>

/** Applies an event to a player. */
export type Change = (player: Player) => void

interface Known {
  /** A match at this position of the log, with its season and slot. */
  readonly match: (fixtureId: number) => { season: string; slot: number; match: SeasonMatch } | undefined
  readonly competition: (id: number) => { readonly kind: string } | undefined
  /** Whether this is the first message of a chat; true only once. */
  readonly isFirstIn: (room: ChatRoom) => boolean
}

const WEEK_MS = 7 * 86_400_000
/** A pick counts as late within this time before the cutoff. */
const LATE_MS = 10 * 60_000

/** Returns the changed players and the changes of an event. A player may be listed twice. */
export function changesOf(event: Recorded<PlayerEvent>, known: Known): readonly (readonly [userId: number, Change])[] {
  switch (event.type) {
    case 'PredictionSubmitted':
    case 'PredictionUpdated':
      return picked(event.data, event.metadata.at, known)
    case 'LeagueCreated': {
      const { creatorId, leagueId } = event.data
      return [
        [creatorId, counted(oneMore, 'founded')],
        [creatorId, counted(joined, 'leagues', leagueId)],
      ]
    }
    case 'LeagueJoined':
      return [[event.data.userId, counted(joined, 'leagues', event.data.leagueId)]]
    case 'LeagueTeamCreated':
      return [[event.data.captainId, counted(joined, 'teams', event.data.teamId)]]
    case 'LeagueTeamJoined':
      return [[event.data.userId, counted(joined, 'teams', event.data.teamId)]]
    case 'CompetitionJoined':
      return [[event.data.userId, counted(joined, 'competitions', event.data.competitionId)]]
    case 'CompetitionEnded':
    case 'PrizeBooked': {
      const { competitionId } = event.data
      const kind = known.competition(competitionId)?.kind
      if (kind === undefined) return []
      const places = event.type === 'PrizeBooked' ? [event.data] : event.data.places
      return places.map(({ userId, place }) => [userId, counted(placed, competitionId, kind, place)])
    }
    case 'MessagePosted': {
      const { userId, room } = event.data
      const written = [userId, counted(oneMore, 'messages')] as const
      return known.isFirstIn(room) ? [written, [userId, counted(oneMore, 'chatsStarted')]] : [written]
    }
    case 'AchievementUnlocked':
      return [[event.data.userId, (player) => player.unlock(event)]]
    case 'AchievementRevoked':
      return [[event.data.userId, (player) => player.revoke(event.data.achievementId)]]
  }
}

export const counted =
  <Args extends readonly unknown[]>(change: (counters: Counters, ...args: Args) => Counters, ...args: Args): Change =>
  (player) =>
    player.count((counters) => change(counters, ...args))

function picked({ userId, fixtureId, pick }: Picked['data'], at: string, known: Known): [number, Change][] {
  const found = known.match(fixtureId)
  const time = Date.parse(at)
  if (!found || !acceptsPick(isPending(found.match), found.match.cutoff, time)) return []
  const { season, slot, match } = found
  const change: Change = (player) => {
    // The first valid pick: any earlier one was void.
    const isFirst = !player.has(season, slot)
    player.pick(season, slot, byteOf(pick))
    if (!isFirst || match.kickoff === null) return
    if (match.kickoff - time >= WEEK_MS) counted(oneMore, 'early')(player)
    if (match.kickoff - time <= CUTOFF_MS + LATE_MS) counted(oneMore, 'late')(player)
  }
  return [[userId, change]]
}
