import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../../src/contracts/accounts.ts'
import { idOf } from '../lib/numbers.ts'
import { ADMIN_PAGES, PAGES, type Place } from './pages.tsx'

export interface NavigationLink {
  to: string
  label: string
  icon: LucideIcon
  /** Whose link it is; without it everybody's. */
  role?: Role
  /** What the start of the admin area says about its page. */
  about?: string
}

const linksIn = (place: Place): readonly NavigationLink[] =>
  [...Object.values(PAGES), ...Object.values(ADMIN_PAGES)].flatMap(({ path, role, about, link }) =>
    link?.in.includes(place) ? [{ to: path, label: link.label, icon: link.icon, role, about }] : [],
  )

export const HOME = { to: PAGES.home.path }

/** The header's links. */
export const LINKS = linksIn('header')

/** Those of the bottom bar, before its More. */
export const BAR_LINKS = linksIn('bar')

/** Those under More. */
export const MORE_LINKS = linksIn('more')

/** Those to the pages of the admin area. */
export const ADMIN_LINKS = linksIn('admin')

/** A season of twenty clubs has so many gameweeks. */
const LAST_GAMEWEEK = 38

/** More links than this do not fit beside the name: below 1440 px they get a line of their own. */
export const ONE_LINE = 6

export function linksFor(links: readonly NavigationLink[], role: Role): readonly NavigationLink[] {
  return links.filter((link) => !link.role || link.role === role)
}

/** The address of a gameweek, to keep and to share. The home page shows it. */
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
export function isAt(link: Pick<NavigationLink, 'to'>, pathname: string): boolean {
  const page = pageOf(pathname)
  return link.to === '/' ? page === '/' : page === link.to || page.startsWith(`${link.to}/`)
}
