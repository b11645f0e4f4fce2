import { idOf } from './numbers.ts'

export const HOME = { to: '/' }

/** A season of twenty clubs has so many gameweeks. */
const LAST_GAMEWEEK = 38

export function gameweekPath(gameweek: number): string {
  return `/gameweeks/${gameweek}`
}

/** The gameweek whose address it is; null: that of something else. */
export function gameweekOf(pathname: string): number | null {
  const gameweek = idOf(/^\/gameweeks\/(\d+)\/?$/.exec(pathname)?.[1])
  return gameweek !== null && gameweek <= LAST_GAMEWEEK ? gameweek : null
}

/** The page that an address belongs to: one gameweek or another, it is the home page. */
export function pageOf(pathname: string): string {
  return gameweekOf(pathname) === null ? pathname : HOME.to
}

/** Whether a page lies at or below a link. */
export function isAt(link: { readonly to: string }, pathname: string): boolean {
  const page = pageOf(pathname)
  return link.to === HOME.to ? page === HOME.to : page === link.to || page.startsWith(`${link.to}/`)
}
