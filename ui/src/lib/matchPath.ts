export const matchPath = (fixtureId: number): string => `/fixtures/${fixtureId}`
