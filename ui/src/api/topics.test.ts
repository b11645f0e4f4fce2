import { expect, test } from 'vitest'
import { keys } from './keys.ts'
import { delayOf, isReadOf } from './topics.ts'

test('a changed fixture is read again with what hangs on it, and nothing else', () => {
  for (const key of [
    keys.fixtures,
    keys.currentFixtures,
    keys.predictions,
    keys.headToHead(1, 2),
    keys.adminGameweek(3),
    keys.overdueFixtures,
  ])
    expect(isReadOf('fixtures', key), key).toBe(true)
  expect(isReadOf('fixtures', keys.top100)).toBe(false)
  expect(isReadOf('fixtures', keys.user)).toBe(false)
})

test('every board is read again when the leaderboard moved', () => {
  for (const key of [keys.top100, keys.gameweekBoard(4), keys.leaderboard(50, 100), keys.boardAround(25, 4)])
    expect(isReadOf('leaderboard', key), key).toBe(true)
})

test('a saved pick and a new achievement are counted wherever the player has a row', () => {
  for (const key of [
    keys.predictions,
    keys.user,
    keys.leaderboard(100, 0),
    keys.gameweekBoard(4),
    keys.leagueStatistics(7),
  ])
    expect(isReadOf('predictions', key), key).toBe(true)
  expect(isReadOf('predictions', keys.league(7, { limit: 50, offset: 0 }))).toBe(false)
  for (const key of [keys.userAchievements, keys.user, keys.leaderboard(100, 0)])
    expect(isReadOf('achievements', key), key).toBe(true)
})

test('the points of a user are read again with the user', () => {
  expect(isReadOf('user', keys.userPoints)).toBe(true)
})

test('a league, its standings, statistics and teams are read again with the leagues, and with the points', () => {
  const ofOne = [keys.league(7, { limit: 50, offset: 0 }), keys.leagueStatistics(7), keys.leagueTeams(7)]
  for (const key of [...ofOne, keys.userLeagues, keys.featuredLeagues, keys.leagues(100, 0)])
    expect(isReadOf('leagues', key), key).toBe(true)
  for (const key of [...ofOne, keys.userLeagues]) expect(isReadOf('leaderboard', key), key).toBe(true)
  expect(isReadOf('leagues', keys.user)).toBe(false)
})

test('the inbox and its settings are read again with the notifications', () => {
  for (const key of [keys.unreadNotifications, keys.inbox, keys.notificationSettings])
    expect(isReadOf('notifications', key), key).toBe(true)
  expect(delayOf('notifications', 0.5)).toBe(200)
})

test('what everybody hears at once is read again over 400 ms, what one hears at once', () => {
  expect(delayOf('fixtures', 0)).toBe(0)
  expect(delayOf('fixtures', 0.999)).toBeLessThanOrEqual(400)
  expect(delayOf('leaderboard', 0.5)).toBe(200)
  expect(delayOf('predictions', 0.9)).toBe(0)
})
