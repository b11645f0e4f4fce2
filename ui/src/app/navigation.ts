import {
  Award,
  CalendarCog,
  createLucideIcon,
  DatabaseZap,
  Flag,
  ListOrdered,
  type LucideIcon,
  Medal,
  Shield,
  ShieldCheck,
  TableProperties,
  Trophy,
  Users,
} from 'lucide-react'
import type { Role } from '../../../src/contracts/accounts.ts'
import { idOf } from '../lib/numbers.ts'

export interface NavigationLink {
  to: string
  label: string
  icon: LucideIcon
  /** Whose link it is; without it everybody's. */
  role?: Role
}

/** A football; lucide has none. */
const Ball = createLucideIcon('ball', [
  ['circle', { cx: '12', cy: '12', r: '8.5', key: 'edge' }],
  [
    'path',
    {
      d: 'm12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4zM12 3.5V8M15.8 10.8 20 9.5M14.3 15.2l2.7 3.7M9.7 15.2 7 18.9M8.2 10.8 4 9.5',
      key: 'seams',
    },
  ],
])

export const HOME: NavigationLink = { to: '/', label: 'Play', icon: Ball }

/** The header's links, in its order. The first three also stand in the bottom bar of a phone, between Play and More. */
export const LINKS: readonly NavigationLink[] = [
  { to: '/leagues', label: 'Leagues', icon: Users },
  { to: '/competitions', label: 'Competitions', icon: Trophy },
  { to: '/achievements', label: 'Achievements', icon: Medal },
  { to: '/leaderboard', label: 'Leaderboard', icon: ListOrdered },
  { to: '/table', label: 'Table', icon: TableProperties },
  { to: '/admin', label: 'Admin', icon: Shield, role: 'admin' },
]

/** The pages of the admin area. */
export const ADMIN_LINKS: readonly NavigationLink[] = [
  { to: '/admin/accounts', label: 'Account Security', icon: ShieldCheck, role: 'admin' },
  { to: '/admin/fixtures', label: 'Fixtures', icon: CalendarCog, role: 'admin' },
  { to: '/admin/achievements', label: 'Unlock Achievements', icon: Award, role: 'admin' },
  { to: '/admin/reports', label: 'Reports', icon: Flag, role: 'admin' },
  { to: '/admin/read-models', label: 'Read Models', icon: DatabaseZap, role: 'admin' },
]

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
export function isAt(link: NavigationLink, pathname: string): boolean {
  const page = pageOf(pathname)
  return link.to === '/' ? page === '/' : page === link.to || page.startsWith(`${link.to}/`)
}
