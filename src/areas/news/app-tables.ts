import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { code, json, text, timestamp } from '../../slice/table.ts'
import type { Article } from './contract.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof newsAppTables> {}
}

export const newsAppTables = {
  'app.news_feed': appTable({
    doc: 'Latest articles of the configured news source, for all nodes; at most one row.',
    columns: {
      source: code(),
      asked_at: timestamp(),
      taken_at: timestamp('Time of the last accepted response; null: none.', { nullable: true }),
      problem: text(null, { nullable: true }),
      articles: json<Article[]>(),
    },
    key: ['source'],
  }),
}
