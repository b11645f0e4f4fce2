import { describe, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { achievementCatalogue, type CatalogueCommand } from './catalogue-decider.ts'
import type { AchievementCatalogueEvent } from './events.ts'

const introduce = (...achievementIds: string[]): CatalogueCommand => ({ type: 'introduce', achievementIds })
const introduced = (...achievementIds: string[]): AchievementCatalogueEvent => ({
  type: 'AchievementsIntroduced',
  data: { achievementIds },
})
const order = (orderId: string, only: string | null = null): CatalogueCommand => ({ type: 'order', orderId, only })
const ordered = (orderId: string, only: string | null = null): AchievementCatalogueEvent => ({
  type: 'RetroactiveUnlocksOrdered',
  data: { orderId, only },
})

describe('introducing achievements', () => {
  test('makes them known, all of a first catalogue at once', () => {
    given(achievementCatalogue)
      .when(introduce('first-success', 'streak-master'))
      .then([introduced('first-success', 'streak-master')])
  })

  test('says only what is new of a later catalogue', () => {
    given(achievementCatalogue, [introduced('first-success'), introduced('streak-master')])
      .when(introduce('first-success', 'cup-winner', 'streak-master', 'pundit'))
      .then([introduced('cup-winner', 'pundit')])
  })

  test('every start of the game with the same catalogue says nothing', () => {
    given(achievementCatalogue, [introduced('first-success', 'streak-master')])
      .when(introduce('streak-master', 'first-success'))
      .then([])
    given(achievementCatalogue).when(introduce()).then([])
  })

  test('one that left the catalogue and comes back was known before', () => {
    given(achievementCatalogue, [introduced('first-success', 'pundit'), introduced('cup-winner')])
      .when(introduce('first-success', 'pundit'))
      .then([])
  })
})

describe('ordering a retroactive run', () => {
  test('for all that waits', () => {
    given(achievementCatalogue, [introduced('first-success')])
      .when(order('run-1'))
      .then([ordered('run-1')])
  })

  test('for one achievement only', () => {
    given(achievementCatalogue, [introduced('first-success'), introduced('pundit')])
      .when(order('run-1', 'pundit'))
      .then([ordered('run-1', 'pundit')])
  })

  test('is refused for an achievement that was never introduced', () => {
    given(achievementCatalogue, [introduced('first-success')])
      .when(order('run-1', 'pundit'))
      .then(rejected('achievement-not-found'))
  })

  test('may be repeated: a second run finds what waits by then', () => {
    given(achievementCatalogue, [introduced('first-success'), ordered('run-1')])
      .when(order('run-2'))
      .then([ordered('run-2')])
  })
})
