/** Path of the page of a gameweek. */
export const gameweekPath = (gameweek: number): string => `/gameweeks/${gameweek}`
export const matchPath = (fixtureId: number): string => `/fixtures/${fixtureId}`
