/** `league-teams-{league id}`: all teams of a league and their members. */
export const leagueTeamsStream = (leagueId: number): string => `league-teams-${leagueId}`
