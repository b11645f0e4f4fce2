import { describe, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import type { NewsEvent, StoryFacts } from './events.ts'
import { newsDecider } from './news-decider.ts'

const slug = '2024-25-gameweek-7-winner'
const factsOf = (points: number): StoryFacts => ({
  ...{ slug, season: '2024-25', gameweek: 7, publishedAt: '2024-10-06T17:00:00.000Z', players: [4] },
  story: { kind: 'winner', points, exact: 2, winners: 1, next: 40, players: 9, sum: 200 },
})
const published = (points: number): NewsEvent => ({ type: 'NewsPublished', data: factsOf(points) })
const corrected = (points: number): NewsEvent => ({ type: 'NewsCorrected', data: factsOf(points) })
const withdrawn: NewsEvent = { type: 'NewsWithdrawn', data: { slug } }

describe('a story (docs/rules.md R77)', () => {
  test('is published once', () => {
    given(newsDecider)
      .when({ slug, facts: factsOf(55) })
      .then([published(55)])
    given(newsDecider, [published(55)])
      .when({ slug, facts: factsOf(55) })
      .then([])
  })

  test('is rewritten when its numbers change, and when they change back', () => {
    given(newsDecider, [published(55)])
      .when({ slug, facts: factsOf(60) })
      .then([corrected(60)])
    given(newsDecider, [published(55), corrected(60)])
      .when({ slug, facts: factsOf(55) })
      .then([corrected(55)])
  })

  test('is withdrawn once without facts, and can be published again', () => {
    given(newsDecider, [published(55)])
      .when({ slug, facts: null })
      .then([withdrawn])
    given(newsDecider, [published(55), withdrawn])
      .when({ slug, facts: null })
      .then([])
    given(newsDecider).when({ slug, facts: null }).then([])
    given(newsDecider, [published(55), withdrawn])
      .when({ slug, facts: factsOf(55) })
      .then([published(55)])
  })

  test('is equal regardless of the order of its fields: a store may reorder them', () => {
    const { story, ...rest } = factsOf(55)
    given(newsDecider, [published(55)])
      .when({ slug, facts: { story: Object.fromEntries(Object.entries(story).toReversed()) as typeof story, ...rest } })
      .then([])
  })
})
