import { type RawBuilder, sql } from 'kysely'
import type { AppTables } from '../../database/app-tables.ts'
import { OutboundFailure } from '../../kernel/outbound.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Article } from './contract.ts'
import { addressOf, type ForeignSource, readNews } from './sources/read-news.ts'
import { BrokenNews } from './sources/source.ts'

/** How long an answer serves until the source is asked again. */
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

/** The last answer of a source outside of the game, shared by all nodes; asked by one of them, never while somebody waits. */
export function createNewsFeed({ db, source, logger }: NewsFeedDependencies) {
  const address = addressOf(source)

  const kept = async (): Promise<Row | undefined> => (await storedNewsRows(address).execute(db)).rows[0]

  async function keep(at: string, articles: readonly Article[] | null, problem: string | null): Promise<void> {
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
    /** Asks the source, unless it was asked a short while ago; what was good stays where it does not answer. `at`: ISO 8601. */
    async refresh(at: string): Promise<void> {
      const before = await kept()
      if (before && Date.parse(at) - Date.parse(before.asked_at) < FRESH_MS) return
      let articles: Article[] | null = null
      let problem: string | null = null
      try {
        articles = await readNews(source, at)
      } catch (error) {
        if (!(error instanceof OutboundFailure || error instanceof BrokenNews)) throw error
        problem = error.message
      }
      await keep(at, articles, problem)
      // A state that changed is said once.
      if (problem === (before?.problem ?? null)) return
      if (problem === null) logger.info({ source: source.kind }, 'the source of the news is taken again')
      else logger.warn({ source: source.kind }, `the source of the news: ${problem}`)
    },
    /** `staleSince`: when the source was last taken, where it has not answered since; null: it has. */
    async latest(limit: number) {
      const row = await kept()
      const articles = row?.articles.slice(0, limit) ?? []
      return { articles, staleSince: row?.problem ? row.taken_at : null }
    },
  }
}
