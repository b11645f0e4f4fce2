import type { NoResult, Result } from './results.ts'

/**
 * What an inbox keeps of a notification: ids, numbers, and what its event said (a name of an achievement, a reason). The
 * sentence is made when it is read, so that nothing here is anybody's personal data. `league`: as the player knew it then, for
 * the time when it is not there for them any more; empty: they were out of a private one already.
 */
export type Notice =
  | { readonly what: 'unlocked'; readonly name: string; readonly points: number }
  | { readonly what: 'revoked'; readonly name: string; readonly points: number; readonly reason: string }
  | {
      readonly what: 'corrected'
      readonly fixtureId: number
      readonly was: Result
      readonly now: Result | NoResult
      /** Points before and from now on. */
      readonly before: number
      readonly after: number
      readonly reason: string | null
    }
  | {
      readonly what: 'settled'
      readonly gameweek: number
      readonly points: number
      /** At the moment it settled; null: not known. */
      readonly rank: number | null
      /** When the gameweek before it had settled. */
      readonly rankBefore: number | null
    }
  | {
      readonly what: 'prize'
      readonly competitionId: number
      readonly points: number
      readonly place: number | null
      readonly corrected: boolean
    }
  | { readonly what: 'member-joined'; readonly leagueId: number; readonly league: string; readonly personId: number }
  | { readonly what: 'removed-from-league'; readonly leagueId: number; readonly league: string }
  /** `personId`: who handed the league over; null: the admin before has left. */
  | {
      readonly what: 'league-admin'
      readonly leagueId: number
      readonly league: string
      readonly personId: number | null
    }
  | {
      readonly what: 'team-role'
      readonly leagueId: number
      readonly league: string
      readonly teamId: number
      readonly role: 'captain' | 'vice-captain'
    }
  | { readonly what: 'removed-from-team'; readonly leagueId: number; readonly league: string; readonly teamId: number }

/** What an entry is about, and what of several the same is counted once. */
export interface Subject {
  readonly subject: string
  /** null: each event counts. */
  readonly part: string | null
}

/**
 * The subject of what other players can cause again and again: as long as it is unread, it is one entry. null: each is an entry of
 * its own, as the game itself tells no more of them than it has to.
 */
export function subjectOf(notice: Notice): Subject | null {
  switch (notice.what) {
    case 'member-joined':
      return { subject: `${notice.what} ${notice.leagueId}`, part: `person ${notice.personId}` }
    case 'removed-from-league':
    case 'league-admin':
      return { subject: `${notice.what} ${notice.leagueId}`, part: null }
    case 'team-role':
      return { subject: `${notice.what} ${notice.teamId} ${notice.role}`, part: null }
    case 'removed-from-team':
      return { subject: `${notice.what} ${notice.teamId}`, part: null }
    default:
      return null
  }
}
