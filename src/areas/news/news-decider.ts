import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../../kernel/decider.ts'
import type { NewsEvent, Told } from './events.ts'

/** What there is to tell under a slug; null: nothing. */
export interface TellNews {
  readonly slug: string
  readonly told: Told | null
}

export interface NewsState {
  readonly told: Told | null
}

/** A story is published once, corrected where its numbers have changed, and withdrawn where it is not true any more (docs/rules.md R77). */
export const newsDecider: Decider<TellNews, NewsEvent, NewsState, never> = {
  initialState: { told: null },
  evolve: (_state, event) => ({ told: event.type === 'NewsWithdrawn' ? null : event.data }),
  decide({ slug, told }, { told: before }) {
    if (told === null) return before === null ? [] : [{ type: 'NewsWithdrawn', data: { slug } }]
    if (before === null) return [{ type: 'NewsPublished', data: told }]
    return isDeepStrictEqual(before, told) ? [] : [{ type: 'NewsCorrected', data: told }]
  },
}
