import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { NewsEvent, Told } from '../../src/news/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type NewsTables, newsDdl, newsIndexes, newsVersion, newsViews } from './tables.ts'

type Known = NewsEvent | AccountEvent
const hearing = {
  NewsPublished: true,
  NewsCorrected: true,
  NewsWithdrawn: true,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>

/** The game's own stories as they stand. */
export const newsGroup: ProjectionGroup<NewsTables, Handled> = {
  name: 'news',
  version: newsVersion,
  events: heardIn(hearing),
  ddl: newsDdl,
  indexes: newsIndexes,
  views: newsViews,
  project,
}

/** The last word of the batch on each story replaces what stood; of deleted users nothing stays. Pages ask for news by the clock. */
async function project(
  tx: Transaction<NewsTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const stories = new Map<string, Told | null>()
  const erased: number[] = []
  for (const fact of facts) {
    if (fact.type === 'UserDeleted') erased.push(fact.data.userId)
    else stories.set(fact.data.slug, fact.type === 'NewsWithdrawn' ? null : fact.data)
  }
  if (erased.length > 0) {
    await sql`insert into erased (user_id) select unnest(${erased}::int[]) on conflict do nothing`.execute(tx)
    await sql`delete from news_players where user_id = any(${erased}::int[])`.execute(tx)
  }
  if (stories.size > 0)
    await replace(
      tx,
      [...stories.keys()],
      [...stories.values()].filter((told) => told !== null),
    )
  return []
}

async function replace(tx: Transaction<NewsTables>, slugs: readonly string[], told: readonly Told[]): Promise<void> {
  await sql`delete from news where slug = any(${[...slugs]}::text[])`.execute(tx)
  await sql`delete from news_players where slug = any(${[...slugs]}::text[])`.execute(tx)
  const rows = JSON.stringify(told.map((one) => ({ ...one, kind: one.story.kind })))
  await sql`
    insert into news (slug, season, gameweek, kind, published_at, story)
    select slug, season, gameweek, kind, "publishedAt", story from jsonb_to_recordset(${rows}::jsonb)
      as r (slug text, season text, gameweek smallint, kind text, "publishedAt" timestamptz, story jsonb)
  `.execute(tx)
  const players = told.flatMap((one) => one.players.map((user_id, place) => ({ slug: one.slug, place, user_id })))
  await sql`
    insert into news_players (slug, place, user_id)
    select r.slug, r.place, r.user_id from jsonb_to_recordset(${JSON.stringify(players)}::jsonb)
      as r (slug text, place smallint, user_id int)
    where not exists (select from erased e where e.user_id = r.user_id)
  `.execute(tx)
}
