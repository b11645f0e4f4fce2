import type { Role } from '../../../src/areas/accounts/contract.ts'
import { linkOf, type NavigationLink, type NavigationSlot } from '../lib/area.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

/** Returns the links in a slot that users with a role can see. */
export const linksIn = (place: NavigationSlot, role: Role): readonly NavigationLink[] =>
  [...PAGES, ...ADMIN_PAGES]
    .flatMap((page) => linkOf(page, place) ?? [])
    .filter((link) => !link.role || link.role === role)

/** Maximum number of links next to the name. With more of them the links have their own line below 1440 px. */
export const ONE_LINE = 6
