import { byteOf } from '../../src/achievements/card.ts'
import { type Deeds, joined, oneMore, placed } from '../../src/achievements/deeds.ts'
import type { AchievementEvent } from '../../src/achievements/events.ts'
import { isPending } from '../../src/achievements/season-state.ts'
import type { ChatRoom, MessageEvent } from '../../src/chat/events.ts'
import type { CompetitionEvent } from '../../src/competitions/events.ts'
import { CUTOFF_MS, takesPick } from '../../src/fixtures/cutoff.ts'
import { chooseSeason } from '../../src/fixtures/season-choice.ts'
import { type Heard, type Hearing, heardIn, type Recorded, type RecordedEvent } from '../../src/kernel/event.ts'
import type { LeagueEvent } from '../../src/leagues/events.ts'
import type { PredictionEvent } from '../../src/predictions/events.ts'
import type { LeagueTeamEvent } from '../../src/teams/events.ts'
import type { Ground, Player } from './player.ts'
import type { SeasonStep, SeasonView } from './season-view.ts'

type Picked = Extract<PredictionEvent, { type: 'PredictionSubmitted' | 'PredictionUpdated' }>

type Known = PredictionEvent | AchievementEvent | LeagueEvent | LeagueTeamEvent | CompetitionEvent | MessageEvent
const hearing = {
  PredictionSubmitted: true,
  PredictionUpdated: true,
  PredictionVoided: false,
  AchievementUnlocked: true,
  AchievementRevoked: true,
  LeagueCreated: true,
  LeagueChanged: false,
  LeagueJoined: true,
  LeagueLeft: false,
  LeagueAdminChanged: false,
  LeagueJoinCodeChanged: false,
  LeagueClosed: false,
  LeagueTeamCreated: true,
  LeagueTeamJoined: true,
  LeagueTeamLeft: false,
  LeagueTeamRoleChanged: false,
  LeagueTeamDisbanded: false,
  // Taken with what is common to all (`commonEvents`).
  CompetitionCreated: false,
  CompetitionMoved: false,
  CompetitionJoined: true,
  CompetitionLeft: false,
  CupRoundDrawn: false,
  CupRoundDecided: false,
  KnockoutRoundDecided: false,
  CompetitionEnded: true,
  PrizeBooked: true,
  MessagePosted: true,
  MessageEdited: false,
  MessageDeleted: false,
  MessageReported: false,
} as const satisfies Hearing<Known>

/** Events of single players, in order with the seasons they happened in. */
export type PlayerEvent = Heard<Known, typeof hearing>
export const playerEvents = heardIn(hearing)

/** What an event does to a player; false: nothing that a rule looks at. */
type Deed = (player: Player) => boolean

/** One event of a stretch of the log, with the seasons as they are behind it. */
export interface Entry {
  readonly views: ReadonlyMap<string, SeasonView>
  /** null: there is no season yet that it could be booked in. */
  readonly ground: Ground | null
  readonly deeds: ReadonlyMap<number, Deed>
  /** A match that moved, with whom that concerns. */
  readonly match: { readonly season: string; readonly slot: number; readonly concerns: SeasonStep['concerns'] } | null
}

interface KnownSeasons {
  readonly views: ReadonlyMap<string, SeasonView>
  readonly seasonOfFixture: (fixtureId: number) => string | undefined
  readonly competition: (id: number) => { readonly kind: string; readonly season: string } | undefined
  /** Whether this is the first message of a chat; true only once. */
  readonly isFirstIn: (room: ChatRoom) => boolean
}

const WEEK_MS = 7 * 86_400_000
/** How long before the cutoff is late. */
const LATE_MS = 10 * 60_000

/** What an event of players does, to whom. Null: nothing. */
export function entryOf(event: Recorded<PlayerEvent>, known: KnownSeasons): Entry | null {
  const deeds = deedsOf(event, known)
  if (deeds.size === 0) return null
  const season = seasonOf(event, event.metadata.at, known)
  return { views: known.views, ground: season === null ? null : groundOf(event, season), deeds, match: null }
}

export function groundOf(event: RecordedEvent, season: string): Ground {
  const { fixtureId = null } = event.data as { fixtureId?: number }
  const { at, simulated } = event.metadata
  return { event: event.id, type: event.type, at, season, fixtureId, isSimulated: simulated === true }
}

/** docs/rules.md R12: an entry of the ledger belongs to the season of the event that earned it; else to the one that is current then. */
function seasonOf(
  event: PlayerEvent,
  at: string,
  { views, seasonOfFixture, competition }: KnownSeasons,
): string | null {
  switch (event.type) {
    case 'PredictionSubmitted':
    case 'PredictionUpdated':
      return seasonOfFixture(event.data.fixtureId) ?? null
    case 'CompetitionJoined':
    case 'CompetitionEnded':
    case 'PrizeBooked':
      return competition(event.data.competitionId)?.season ?? null
    default:
      return chooseSeason(
        [...views.values()].map((view) => view.start()),
        at,
      )
  }
}

function deedsOf(event: Recorded<PlayerEvent>, known: KnownSeasons): ReadonlyMap<number, Deed> {
  switch (event.type) {
    case 'PredictionSubmitted':
    case 'PredictionUpdated':
      return one(event.data.userId, pick(event, event.metadata.at, known))
    case 'LeagueCreated': {
      const { creatorId, leagueId } = event.data
      return one(
        creatorId,
        did((deeds) => joined(oneMore(deeds, 'founded'), 'leagues', leagueId)),
      )
    }
    case 'LeagueJoined':
      return one(
        event.data.userId,
        did((deeds) => joined(deeds, 'leagues', event.data.leagueId)),
      )
    case 'LeagueTeamCreated':
      return one(
        event.data.captainId,
        did((deeds) => joined(deeds, 'teams', event.data.teamId)),
      )
    case 'LeagueTeamJoined':
      return one(
        event.data.userId,
        did((deeds) => joined(deeds, 'teams', event.data.teamId)),
      )
    case 'CompetitionJoined':
      return one(
        event.data.userId,
        did((deeds) => joined(deeds, 'competitions', event.data.competitionId)),
      )
    case 'CompetitionEnded': {
      const { competitionId, places } = event.data
      const kind = known.competition(competitionId)?.kind
      if (kind === undefined) return nobody
      return new Map(
        places.map(({ userId, place }) => [userId, did((deeds) => placed(deeds, competitionId, kind, place))]),
      )
    }
    case 'PrizeBooked': {
      const { competitionId, userId, place } = event.data
      const kind = known.competition(competitionId)?.kind
      return kind === undefined
        ? nobody
        : one(
            userId,
            did((deeds) => placed(deeds, competitionId, kind, place)),
          )
    }
    case 'MessagePosted': {
      const starts = known.isFirstIn(event.data.room)
      return one(
        event.data.userId,
        did((deeds) => (starts ? oneMore(oneMore(deeds, 'messages'), 'chatsStarted') : oneMore(deeds, 'messages'))),
      )
    }
    case 'AchievementUnlocked': {
      const { userId, achievementId, name, points, season, earnedBy } = event.data
      const unlock = { unlock_id: event.id, unlocked_at: event.metadata.at, unlock_earned_by: earnedBy }
      return one(userId, (player) => {
        player.unlock(achievementId, { ...unlock, unlock_name: name, unlock_points: points, unlock_season: season })
        return false
      })
    }
    case 'AchievementRevoked':
      return one(event.data.userId, (player) => {
        player.revoke(event.data.achievementId)
        return false
      })
  }
}

const nobody: ReadonlyMap<number, Deed> = new Map()
const one = (userId: number, deed: Deed | null): ReadonlyMap<number, Deed> =>
  deed === null ? nobody : new Map([[userId, deed]])

const did =
  (change: (deeds: Deeds) => Deeds): Deed =>
  (player) => {
    player.did(change)
    return true
  }

function pick({ data }: Picked, at: string, { views, seasonOfFixture }: KnownSeasons): Deed | null {
  const season = seasonOfFixture(data.fixtureId)
  const view = season === undefined ? undefined : views.get(season)
  const slot = view?.slotOf(data.fixtureId)
  if (season === undefined || view === undefined || slot === undefined) return null
  const match = view.match(slot)
  const time = Date.parse(at)
  if (!takesPick(isPending(match), match.cutoff, time)) return null
  const byte = byteOf(data.pick)
  const toKickoff = match.kickoff === null ? null : match.kickoff - time
  return (player) => {
    // The first that counts: what came before it, if anything did, was void.
    const ahead = player.has(season, slot) ? null : toKickoff
    player.pick(season, slot, byte)
    if (ahead !== null && ahead >= WEEK_MS) player.did((deeds) => oneMore(deeds, 'early'))
    if (ahead !== null && ahead <= CUTOFF_MS + LATE_MS) player.did((deeds) => oneMore(deeds, 'late'))
    return true
  }
}

/** What a change of a match does. */
export function matchEntry(
  event: RecordedEvent,
  season: string,
  step: SeasonStep,
  views: ReadonlyMap<string, SeasonView>,
): Entry {
  const match = { season, slot: step.slot, concerns: step.concerns }
  return { views, ground: groundOf(event, season), deeds: nobody, match }
}
