import type { HelpTopic } from '../../features/help/model.ts'
import { groupBy } from '../../lib/groupBy.ts'
import type { HelpSection, HelpTopicId } from '../../lib/help.ts'
import { inOrder } from '../../lib/inOrder.ts'

const TITLES: Readonly<Record<HelpTopicId, string>> = {
  start: 'Getting Started',
  predictions: 'Predictions',
  scoring: 'Scoring',
  multiplayer: 'Multiplayer',
  social: 'Social',
  advanced: 'Advanced',
}

/** Order of the areas within a topic. */
const ORDER = [
  ...['leagues', 'teams', 'competitions', 'chat', 'sharing', 'hub', 'players'],
  ...['profile', 'analytics', 'news', 'feedback', 'wallet', 'admin', 'achievements'],
]

const sections = inOrder(
  import.meta.glob<readonly HelpSection[]>('../../features/*/help.ts', { eager: true, import: 'help' }),
  ORDER,
).flat()

export const HELP: readonly HelpTopic[] = (Object.keys(TITLES) as HelpTopicId[]).map((id) => ({
  id,
  title: TITLES[id],
  sections: [
    ...groupBy(
      sections.filter(({ topic }) => topic === id),
      ({ title }) => title,
    ),
  ].map(([title, parts]) => ({ title, entries: parts.flatMap(({ entries }) => entries) })),
}))
