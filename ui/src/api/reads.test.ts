import { expect, test } from 'vitest'
import { EVERY_TOPIC } from '../../../src/contracts/topics.ts'
import { reads as achievements } from '../features/achievements/reads.ts'
import { reads as boards } from '../features/boards/reads.ts'
import { reads as competitions } from '../features/competitions/reads.ts'
import { reads as admin } from '../features/fixtures/admin-api.ts'
import { reads as fixtures } from '../features/fixtures/reads.ts'
import { reads as hub } from '../features/hub/reads.ts'
import { reads as leagues } from '../features/leagues/reads.ts'
import { reads as notifications } from '../features/notifications/reads.ts'
import { reads as points } from '../features/points/reads.ts'
import { reads as predictions } from '../features/predictions/reads.ts'
import { reads as teams } from '../features/teams/reads.ts'
import { isReadOf, read } from './reads.ts'
import { shared } from './shared.ts'

const page = { limit: 50, offset: 0 }

test.each<[string, readonly string[]]>([
  [
    'fixtures',
    [
      shared.fixtures.key,
      shared.currentFixtures.key,
      fixtures.gameweek.key(3),
      fixtures.headToHead.key(1, 2),
      predictions.mine.key,
      admin.gameweek.key(3),
      admin.overdue.key,
    ],
  ],
  [
    'leaderboard',
    [
      boards.gameweek.key(4),
      boards.page.key(50, 100),
      boards.around.key(25, 4),
      shared.competitions.key,
      competitions.one.key(1, 50),
    ],
  ],
  [
    'predictions',
    [predictions.mine.key, shared.user.key, boards.page.key(100, 0), boards.gameweek.key(4), leagues.statistics.key(7)],
  ],
  ['achievements', [achievements.mine.key, shared.user.key, boards.page.key(100, 0)]],
  ['user', [shared.user.key, points.ledger.key]],
  [
    'leagues',
    [
      leagues.league.key(7, page),
      leagues.statistics.key(7),
      leagues.discover.key(100, 0),
      teams.ofLeague.key(7),
      hub.featured.key,
      shared.myLeagues.key,
    ],
  ],
  [
    'leaderboard',
    [leagues.league.key(7, page), leagues.statistics.key(7), teams.ofLeague.key(7), shared.myLeagues.key],
  ],
  ['notifications', [notifications.unread.key, notifications.inbox.key, notifications.settings.key]],
])('%s makes old what hangs on it', (topic, keys) => {
  for (const key of keys) expect(isReadOf(topic, key), key).toBe(true)
})

test('all other reads stay unchanged', () => {
  expect(isReadOf('fixtures', boards.gameweek.key(4))).toBe(false)
  expect(isReadOf('fixtures', shared.user.key)).toBe(false)
  expect(isReadOf('predictions', leagues.league.key(7, page))).toBe(false)
  expect(isReadOf('leagues', shared.user.key)).toBe(false)
  expect(isReadOf('leaderboard', leagues.discover.key(100, 0))).toBe(false)
  expect(isReadOf('fixtures', ['season', shared.fixtures.key])).toBe(false)
})

test('R67: a list without topics is read again after a gap in the changes or a purge', () => {
  expect(isReadOf(EVERY_TOPIC, ['season', shared.fixtures.key])).toBe(true)
  expect(isReadOf(EVERY_TOPIC, ['season', '/never/read'])).toBe(false)
})

test('a read may copy the options of another, with its own path', () => {
  const one = read((id: number) => `/test/${id}`, read('/test', { topics: ['clock'], fresh: { dedupingInterval: 7 } }))
  expect(one.fresh).toEqual({ dedupingInterval: 7 })
  expect(isReadOf('clock', one.key(4))).toBe(true)
  expect(isReadOf('clock', '/test/5')).toBe(false)
})
