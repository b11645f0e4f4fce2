import { type RawBuilder, sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import { OutboundFailure } from '../../kernel/outbound.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Article } from './contract.ts'
import { addressOf, type ForeignSource, readNews } from './sources/read-news.ts'
import { BrokenNews } from './sources/source.ts'

/** Minimum time between two requests to the source. */
const FRESH_MS = 15 * 60_000

export type NewsFeed = ReturnType<typeof createNewsFeed>

interface NewsFeedDependencies {
  readonly db: ReadDb
  readonly source: ForeignSource
  readonly logger: {
    warn(fields: object, message: string): void
    info(fields: object, message: string): void
  }
}

type Row = Omit<AppTables['app.news_feed'], 'source'>

export const storedNewsRows = (source: string): RawBuilder<Row> => sql<Row>`
  select asked_at, taken_at, problem, articles from app.news_feed where source = ${source}`

/**
 * Latest articles of an external source, shared by all nodes. A job refreshes them on one node, never a reader’s
 * request.
 */
export function createNewsFeed({ db, source, logger }: NewsFeedDependencies) {
  const address = addressOf(source)

  const stored = async (): Promise<Row | undefined> => (await storedNewsRows(address).execute(db)).rows[0]

  async function store(at: string, articles: readonly Article[] | null, problem: string | null): Promise<void> {
    const list = articles && JSON.stringify(articles)
    await sql`
      with others as (delete from app.news_feed where source <> ${address})
      insert into app.news_feed as f (source, asked_at, taken_at, problem, articles)
      values (${address}, ${at}, case when ${problem}::text is null then ${at}::timestamptz end, ${problem}, coalesce(${list}::jsonb, '[]'))
      on conflict (source) do update set asked_at = excluded.asked_at, taken_at = coalesce(excluded.taken_at, f.taken_at),
        problem = excluded.problem, articles = coalesce(${list}::jsonb, f.articles)
    `.execute(db)
  }

  return {
    /**
     * Requests the source unless it was requested within 15 minutes. Keeps the last good articles on errors. `at`: ISO
     * 8601.
     */
    async refresh(at: string): Promise<void> {
      const before = await stored()
      // Negative if the clock was set back.
      const age = before ? Date.parse(at) - Date.parse(before.asked_at) : FRESH_MS
      if (age >= 0 && age < FRESH_MS) return
      let articles: Article[] | null = null
      let problem: string | null = null
      try {
        articles = await readNews(source, at)
      } catch (error) {
        if (!(error instanceof OutboundFailure || error instanceof BrokenNews)) throw error
        problem = error.message
      }
      await store(at, articles, problem)
      // Logs changes of the state only.
      if (problem === (before?.problem ?? null)) return
      if (problem === null) logger.info({ source: source.kind }, 'news source accepted again')
      else logger.warn({ source: source.kind }, `news source refused: ${problem}`)
    },
    /** `staleSince`: time of the last accepted response if the latest one failed; null: it did not. */
    async latest(limit: number) {
      const row = await stored()
      const articles = row?.articles.slice(0, limit) ?? []
      return { articles, staleSince: row?.problem ? row.taken_at : null }
    },
  }
}
