import {
  Award,
  BarChart3,
  CalendarCog,
  CircleHelp,
  createLucideIcon,
  DatabaseZap,
  Flag,
  FlaskConical,
  KeyRound,
  ListOrdered,
  Medal,
  MessagesSquare,
  Newspaper,
  Shield,
  ShieldCheck,
  TableProperties,
  Trophy,
  User,
  Users,
  Wallet,
} from 'lucide-react'
import { styled } from 'styled-components'
import { Wrap } from '../ui/layout.ts'
import { part } from '../ui/part.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import type { Page } from './page.ts'

/** A list of pages keeps their names: who speaks of one that is none does not pass the type check. */
const list = <Name extends string>(pages: Record<Name, Page>): Readonly<Record<Name, Page>> => pages

const Waiting = styled(Wrap)`
  padding-block: var(--s5);
`

const loading = <Loading label="Loading the page" rows={5} />

const waiting = <Waiting>{loading}</Waiting>

const checking = (
  <Waiting>
    <p role="status">Checking access permissions...</p>
  </Waiting>
)

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

/** Those of the admin area. */
const ADMIN_PAGES = list({
  accounts: {
    path: '/admin/accounts',
    title: 'Account Security',
    role: 'admin',
    link: { label: 'Account Security', icon: ShieldCheck, in: ['more', 'admin'] },
    Code: part(() => import('../features/admin/AccountSecurity.tsx').then((module) => module.AccountSecurity), loading),
  },
  fixtures: {
    path: '/admin/fixtures',
    title: 'Fixtures',
    role: 'admin',
    link: { label: 'Fixtures', icon: CalendarCog, in: ['more', 'admin'] },
    Code: part(
      () => import('../features/admin/FixtureAdministration.tsx').then((module) => module.FixtureAdministration),
      loading,
    ),
  },
  achievements: {
    path: '/admin/achievements',
    title: 'Unlock Achievements',
    role: 'admin',
    link: { label: 'Unlock Achievements', icon: Award, in: ['more', 'admin'] },
    Code: part(
      () => import('../features/admin/RetroactiveAchievements.tsx').then((module) => module.RetroactiveAchievements),
      loading,
    ),
  },
  reports: {
    path: '/admin/reports',
    title: 'Reports',
    role: 'admin',
    link: { label: 'Reports', icon: Flag, in: ['more', 'admin'] },
    Code: part(() => import('../features/admin/Reports.tsx').then((module) => module.Reports), loading),
  },
  resets: {
    path: '/admin/reset-requests',
    title: 'Reset Requests',
    role: 'admin',
    link: { label: 'Reset Requests', icon: KeyRound, in: ['more', 'admin'] },
    Code: part(() => import('../features/admin/ResetRequests.tsx').then((module) => module.ResetRequests), loading),
  },
  readModels: {
    path: '/admin/read-models',
    title: 'Read Models',
    role: 'admin',
    link: { label: 'Read Models', icon: DatabaseZap, in: ['more', 'admin'] },
    Code: part(() => import('../features/admin/ReadModels.tsx').then((module) => module.ReadModels), loading),
  },
})

/**
 * Every page, in the order of navigation. Links, routes, titles and what the server asks for early follow from it. Home is the first
 * view: its code is there with the sign-in.
 */
export const PAGES = list({
  home: {
    path: '/',
    title: null,
    link: { label: 'Play', icon: Ball, in: ['bar'] },
    help: { to: 'predictions', label: 'How predictions work' },
  },
  leagues: {
    path: '/leagues',
    isArea: true,
    title: 'Leagues',
    link: { label: 'Leagues', icon: Users, in: ['header', 'bar'] },
    help: { to: 'multiplayer', label: 'How leagues work' },
    Code: part(() => import('./leagues/LeaguesArea.tsx').then((module) => module.LeaguesArea), waiting),
  },
  // The bar has no room for these two beside enlarged text: they stand under More as well.
  competitions: {
    path: '/competitions',
    isArea: true,
    title: 'Competitions',
    link: { label: 'Competitions', icon: Trophy, in: ['header', 'bar', 'more'] },
    help: { to: 'seasonal', label: 'How competitions work' },
    Code: part(() => import('./competitions/CompetitionsArea.tsx').then((module) => module.CompetitionsArea), waiting),
  },
  profile: {
    path: '/profile',
    title: 'Profile',
    link: { label: 'Profile', icon: User, in: ['header', 'more'] },
    help: { to: 'account-settings', label: 'What others see of you' },
    Code: part(() => import('./profile/ProfilePage.tsx').then((module) => module.ProfilePage), waiting),
  },
  achievements: {
    path: '/achievements',
    title: 'Achievements',
    link: { label: 'Achievements', icon: Medal, in: ['header', 'bar', 'more'] },
    help: { to: 'first-success', label: 'What achievements are for' },
    Code: part(() => import('./achievements/AchievementsPage.tsx').then((module) => module.AchievementsPage), waiting),
  },
  social: {
    path: '/social',
    title: 'Social Hub',
    link: { label: 'Social', icon: MessagesSquare, in: ['header', 'more'] },
    help: { to: 'social', label: 'How sharing works' },
    Code: part(() => import('./social/SocialPage.tsx').then((module) => module.SocialPage), waiting),
  },
  help: {
    path: '/help',
    title: 'Help',
    link: { label: 'Help', icon: CircleHelp, in: ['header', 'more'] },
    Code: part(() => import('./help/HelpPage.tsx').then((module) => module.HelpPage), waiting),
  },
  feedback: {
    path: '/feedback',
    title: 'Feedback',
    link: { label: 'Feedback', icon: Flag, in: ['header', 'more'] },
    help: { to: 'feedback', label: 'What becomes of feedback' },
    Code: part(() => import('./feedback/FeedbackPage.tsx').then((module) => module.FeedbackPage), waiting),
  },
  leaderboard: {
    path: '/leaderboard',
    title: 'Leaderboard',
    link: { label: 'Leaderboard', icon: ListOrdered, in: ['header', 'more'] },
    help: { to: 'leaderboard', label: 'How ranks work' },
    Code: part(() => import('./leaderboard/LeaderboardPage.tsx').then((module) => module.LeaderboardPage), waiting),
  },
  table: {
    path: '/table',
    title: 'Premier League Table',
    link: { label: 'Table', icon: TableProperties, in: ['header', 'more'] },
    help: { to: 'scoring', label: 'How points work' },
    Code: part(() => import('./table/TablePage.tsx').then((module) => module.TablePage), waiting),
  },
  analytics: {
    path: '/analytics',
    title: 'Analytics',
    link: { label: 'Analytics', icon: BarChart3, in: ['header', 'more'] },
    help: { to: 'analytics', label: 'What analytics count' },
    Code: part(() => import('./analytics/AnalyticsPage.tsx').then((module) => module.AnalyticsPage), waiting),
  },
  news: {
    path: '/news',
    isArea: true,
    title: 'News',
    link: { label: 'News', icon: Newspaper, in: ['more'] },
    help: { to: 'news', label: 'Where news come from' },
    Code: part(() => import('./news/NewsArea.tsx').then((module) => module.NewsArea), waiting),
  },
  web3: {
    path: '/web3-demo',
    title: 'Web3 demo',
    link: { label: 'Web3 demo', icon: Wallet, in: ['header', 'more'] },
    help: { to: 'wallet', label: 'What a wallet is for' },
    Code: part(() => import('./web3/Web3DemoPage.tsx').then((module) => module.Web3DemoPage), waiting),
  },
  players: {
    path: '/players',
    isArea: true,
    title: 'Player',
    help: { to: 'players', label: 'What players see of each other' },
    Code: part(() => import('./players/PlayersArea.tsx').then((module) => module.PlayersArea), waiting),
  },
  teams: {
    path: '/team-management',
    isArea: true,
    title: 'Team Management',
    help: { to: 'teams', label: 'How teams work' },
    Code: part(() => import('./leagues/TeamManagementArea.tsx').then((module) => module.TeamManagementArea), waiting),
  },
  admin: {
    path: '/admin',
    isArea: true,
    title: 'Admin',
    role: 'admin',
    link: { label: 'Admin', icon: Shield, in: ['header', 'more'] },
    pages: ADMIN_PAGES,
    help: { to: 'admin', label: 'What administrators do' },
    Code: part(() => import('./admin/AdminArea.tsx').then((module) => module.AdminArea), checking),
  },
  testing: {
    path: '/testing',
    title: 'Functional Testing',
    role: 'admin',
    link: { label: 'Testing', icon: FlaskConical, in: ['header', 'more'] },
    help: { to: 'admin', label: 'What administrators do' },
    Code: part(() => import('./testing/TestingPage.tsx').then((module) => module.TestingPage), checking),
  },
})
