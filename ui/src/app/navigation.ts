import type { Role } from '../../../src/areas/accounts/contract.ts'
import { linkOf, type NavigationLink, type NavigationSlot } from '../lib/area.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

/** Of a place, for users of a role. */
export const linksIn = (place: NavigationSlot, role: Role): readonly NavigationLink[] =>
  [...PAGES, ...ADMIN_PAGES]
    .flatMap((page) => linkOf(page, place) ?? [])
    .filter((link) => !link.role || link.role === role)

/** More links than this do not fit beside the name: below 1440 px they get a line of their own. */
export const ONE_LINE = 6
