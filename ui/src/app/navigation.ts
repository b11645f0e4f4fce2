import type { Role } from '../../../src/contracts/accounts.ts'
import { linkOf, type NavigationLink } from './links.ts'
import type { Page, Place } from './page.ts'
import { PAGES } from './pages.tsx'

/** Pages, and behind them those that they draw within themselves. */
export const withInner = (pages: readonly Page[]): readonly Page[] =>
  pages.length === 0 ? [] : [...pages, ...withInner(pages.flatMap((page) => Object.values(page.pages ?? {})))]

/** The links that stand in a place. */
export const linksIn = (place: Place): readonly NavigationLink[] =>
  withInner(Object.values(PAGES)).flatMap((page) => linkOf(page, place) ?? [])

/** The header's links. */
export const LINKS = linksIn('header')

/** Those of the bottom bar, before its More. */
export const BAR_LINKS = linksIn('bar')

/** Those under More. */
export const MORE_LINKS = linksIn('more')

/** More links than this do not fit beside the name: below 1440 px they get a line of their own. */
export const ONE_LINE = 6

export function linksFor(links: readonly NavigationLink[], role: Role): readonly NavigationLink[] {
  return links.filter((link) => !link.role || link.role === role)
}
