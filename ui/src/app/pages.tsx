import { styled } from 'styled-components'
import { accounts } from '../features/accounts/area.tsx'
import { achievements } from '../features/achievements/area.tsx'
import { admin } from '../features/admin/area.tsx'
import { analytics } from '../features/analytics/area.tsx'
import { boards } from '../features/boards/area.tsx'
import { competitions } from '../features/competitions/area.tsx'
import { feedback } from '../features/feedback/area.tsx'
import { finalTable } from '../features/final-table/area.tsx'
import { fixtures } from '../features/fixtures/area.tsx'
import { help } from '../features/help/area.tsx'
import { hub } from '../features/hub/area.tsx'
import { leagues } from '../features/leagues/area.tsx'
import { matches } from '../features/matches/area.tsx'
import { news } from '../features/news/area.tsx'
import { notifications } from '../features/notifications/area.tsx'
import { players } from '../features/players/area.tsx'
import { predictions } from '../features/predictions/area.tsx'
import { profile } from '../features/profile/area.tsx'
import { proofs } from '../features/proofs/area.tsx'
import { recovery } from '../features/recovery/area.tsx'
import { reminders } from '../features/reminders/area.tsx'
import { sharing } from '../features/sharing/area.tsx'
import { table } from '../features/table/area.tsx'
import { teams } from '../features/teams/area.tsx'
import { testing } from '../features/testing/area.tsx'
import { wallet } from '../features/wallet/area.tsx'
import { wraps } from '../features/wraps/area.tsx'
import type { Area, DrawnPage, Page } from '../lib/area.ts'
import { HOME } from '../lib/paths.ts'
import { Wrap } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Loading } from '../ui/Skeleton.tsx'

/** All areas of the UI in the order of navigation. Links, routes, titles and preloaded files derive from this list. */
const AREAS: readonly Area[] = [
  accounts,
  predictions,
  fixtures,
  leagues,
  boards,
  competitions,
  table,
  finalTable,
  proofs,
  news,
  achievements,
  analytics,
  hub,
  profile,
  help,
  feedback,
  wallet,
  notifications,
  reminders,
  players,
  matches,
  wraps,
  teams,
  sharing,
  recovery,
  admin,
  testing,
]

const Waiting = styled(Wrap)`
  padding-block: var(--s5);
`

const loading = <Loading label="Loading the page" rows={5} />

const waiting = <Waiting>{loading}</Waiting>

const checking = (
  <Waiting>
    {/* Busy, so that the link to the help waits below. */}
    <p role="status" aria-busy>
      Checking access permissions...
    </p>
  </Waiting>
)

export const drawn = (page: Page, fallback = page.role ? checking : waiting): DrawnPage => ({
  ...page,
  Code: lazyComponent(page.load, fallback),
})

export const PAGES: readonly DrawnPage[] = AREAS.flatMap(({ pages = [] }) => pages.map((page) => drawn(page)))

export const HOME_PAGE = PAGES.find(({ path }) => path === HOME.to)!

export const ADMIN_PAGES: readonly DrawnPage[] = AREAS.flatMap(({ adminPages = [] }) =>
  adminPages.map(({ icon, ...page }) =>
    drawn({ ...page, role: 'admin', link: { icon, in: ['more', 'admin'] } }, loading),
  ),
)

export const TOOLS = AREAS.flatMap(({ tools = [] }) => tools)
