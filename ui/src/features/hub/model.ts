import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import type { League } from '../../../../src/areas/leagues/contract.ts'

/** Rows of each tab (docs/rules.md R63). */
const LEAGUES = 3
const ACTIVE = 2
const UPCOMING = 1
const FEATURED = 3

export function hubLeagues(leagues: readonly League[]): readonly League[] {
  return leagues.slice(0, LEAGUES)
}

export function hubFeatured(leagues: readonly League[]): readonly League[] {
  return leagues.slice(0, FEATURED)
}

/** A cup or knockout that the reader can join: it comes once a season. */
const isInvitation = ({ type, isDrawn, isParticipant, participantCount, maxParticipants }: Competition): boolean =>
  (type === 'cup' || type === 'knockout') &&
  !isDrawn &&
  !isParticipant &&
  (maxParticipants === null || participantCount < maxParticipants)

/** The two active competitions that end first, and the upcoming one that starts first: a cup or knockout to join before others. */
export function hubCompetitions(competitions: readonly Competition[]): readonly Competition[] {
  const by = (status: Competition['status'], time: 'startDate' | 'endDate', count: number) =>
    competitions
      .filter((competition) => competition.status === status)
      .sort(
        (a, b) =>
          (status === 'upcoming' ? Number(isInvitation(b)) - Number(isInvitation(a)) : 0) ||
          Date.parse(a[time]) - Date.parse(b[time]) ||
          a.id - b.id,
      )
      .slice(0, count)
  return [...by('active', 'endDate', ACTIVE), ...by('upcoming', 'startDate', UPCOMING)]
}
