/** Names of this area's streams. They are for ever. The game's own have a natural key, which makes them once. */
export const ownCompetitionStream = (season: string, key: string): string => `competition-${season}-${key}`

/** A competition made by an administrator. */
export const competitionStream = (id: number): string => `competition-${id}`
