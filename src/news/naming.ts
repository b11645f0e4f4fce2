import type { NamingOf } from '../kernel/naming.ts'
import type { NewsEvent } from './events.ts'

/** Whom stories name. */
export const newsNaming: NamingOf<NewsEvent> = {
  NewsPublished: { people: ['players[]'] },
  NewsCorrected: { people: ['players[]'] },
  NewsWithdrawn: { people: [] },
}
