import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../../kernel/decider.ts'
import type { NewsEvent, StoryFacts } from './events.ts'

/** Facts to publish under a slug; null: no story. */
export interface PublishNews {
  readonly slug: string
  readonly facts: StoryFacts | null
}

interface NewsState {
  readonly facts: StoryFacts | null
}

/**
 * A story is published once, corrected when its numbers change, and withdrawn when it is no longer true (docs/rules.md
 * R77).
 */
export const newsDecider: Decider<PublishNews, NewsEvent, NewsState, never> = {
  initialState: { facts: null },
  evolve: (_state, event) => ({ facts: event.type === 'NewsWithdrawn' ? null : event.data }),
  decide({ slug, facts }, { facts: before }) {
    if (facts === null) return before === null ? [] : [{ type: 'NewsWithdrawn', data: { slug } }]
    if (before === null) return [{ type: 'NewsPublished', data: facts }]
    return isDeepStrictEqual(before, facts) ? [] : [{ type: 'NewsCorrected', data: facts }]
  },
}
