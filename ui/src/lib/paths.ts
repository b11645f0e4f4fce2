import { idOf } from './numbers.ts'

export const HOME = { to: '/' }

export const playerPath = (id: number): string => `/players/${id}`

/** Number of gameweeks in a season of twenty clubs. */
export const GAMEWEEKS = 38

/** Returns the gameweek of an address; null for other addresses. */
export function gameweekOf(pathname: string): number | null {
  const gameweek = idOf(/^\/gameweeks\/(\d+)\/?$/.exec(pathname)?.[1])
  return gameweek !== null && gameweek <= GAMEWEEKS ? gameweek : null
}

/** Returns the page of an address. All gameweeks belong to the home page. */
export function pageOf(pathname: string): string {
  return gameweekOf(pathname) === null ? pathname : HOME.to
}

/** Whether a page is at or below a link. */
export function isAt(link: { readonly to: string }, pathname: string): boolean {
  const page = pageOf(pathname)
  return link.to === HOME.to ? page === HOME.to : page === link.to || page.startsWith(`${link.to}/`)
}
