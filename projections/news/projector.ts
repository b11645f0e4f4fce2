import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { newsEvents, type StoryFacts } from '../../src/areas/news/events.ts'
import { newsTables } from '../../src/areas/news/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type NewsTables = TablesOf<typeof newsTables>
type Tx = Transaction<NewsTables>

const handled = { ...newsEvents, UserDeleted: accountEvents.UserDeleted }
type Handled = EventsOf<typeof handled>

/** The game's own stories. */
export const newsGroup: ProjectionGroup<NewsTables, Handled> = {
  name: 'news',
  version: 1,
  events: typesOf(handled),
  ...tablesFor(newsTables),
  project,
}

/** The last event of each story in the batch replaces its rows. Pages poll for news, so there are no live changes. */
async function project(tx: Tx, facts: readonly Recorded<Handled>[]): Promise<readonly LiveChange[]> {
  const stories = new Map<string, StoryFacts | null>()
  for (const fact of facts)
    if (fact.type !== 'UserDeleted') stories.set(fact.data.slug, fact.type === 'NewsWithdrawn' ? null : fact.data)
  const told = [...stories.values()].filter((story) => story !== null)
  if (stories.size > 0) await replace(tx, [...stories.keys()], told)
  const named = told.flatMap(({ players }) => players)
  await erasePeople(tx, newsTables, await rememberErased(tx, facts, named))
  return []
}

async function replace(tx: Tx, slugs: readonly string[], told: readonly StoryFacts[]): Promise<void> {
  for (const table of ['news', 'news_players'])
    await sql`delete from ${sql.id(table)} where slug = any(${[...slugs]}::text[])`.execute(tx)
  const rows = told.map(({ publishedAt, ...row }) => ({ ...row, kind: row.story.kind, published_at: publishedAt }))
  await saveRows(tx, 'news', newsTables.public.news, rows)
  const players = told.flatMap((one) => one.players.map((user_id, place) => ({ slug: one.slug, place, user_id })))
  await saveRows(tx, 'news_players', newsTables.public.news_players, players)
}
