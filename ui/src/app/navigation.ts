import type { Role } from '../../../src/areas/accounts/contract.ts'
import { linkOf, type NavigationLink, type NavigationSlot } from '../lib/area.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

/** Returns the links in a slot that users with a role can see. */
export const linksIn = (place: NavigationSlot, role: Role): readonly NavigationLink[] =>
  [...PAGES, ...ADMIN_PAGES]
    .flatMap((page) => linkOf(page, place) ?? [])
    .filter((link) => !link.role || link.role === role)

/** Whether the links have a line of their own: never, below 1440 px, or always, by their number. */
export const decksOf = (links: number): 'one' | 'two' | 'always' =>
  links <= 6 ? 'one' : links <= 12 ? 'two' : 'always'
