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
  test('records all achievements of a first catalogue at once', () => {
    given(achievementCatalogue)
      .when(introduce('first-success', 'streak-master'))
      .then([introduced('first-success', 'streak-master')])
  })

  test('records only the new achievements of a later catalogue', () => {
    given(achievementCatalogue, [introduced('first-success'), introduced('streak-master')])
      .when(introduce('first-success', 'cup-winner', 'streak-master', 'pundit'))
      .then([introduced('cup-winner', 'pundit')])
  })

  test('records nothing when the game starts with the same catalogue', () => {
    given(achievementCatalogue, [introduced('first-success', 'streak-master')])
      .when(introduce('streak-master', 'first-success'))
      .then([])
    given(achievementCatalogue).when(introduce()).then([])
  })

  test('an achievement that returns to the catalogue was already introduced', () => {
    given(achievementCatalogue, [introduced('first-success', 'pundit'), introduced('cup-winner')])
      .when(introduce('first-success', 'pundit'))
      .then([])
  })
})

describe('ordering a retroactive run', () => {
  test('for all pending achievements', () => {
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

  test('can be repeated: a second run unlocks what is pending by then', () => {
    given(achievementCatalogue, [introduced('first-success'), ordered('run-1')])
      .when(order('run-2'))
      .then([ordered('run-2')])
  })
})
