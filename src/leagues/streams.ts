/** `league-{id}`: settings, joins, leaves, succession. */
export const leagueStream = (leagueId: number): string => `league-${leagueId}`
