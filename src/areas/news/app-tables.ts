import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { code, json, text, timestamp } from '../../slice/table.ts'
import type { Article } from './contract.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof newsAppTables> {}
}

export const newsAppTables = {
  'app.news_feed': appTable({
    doc: 'The latest answer of the configured source of news, for all nodes: one row at most.',
    columns: {
      source: code(),
      asked_at: timestamp(),
      taken_at: timestamp('Null: never.', { nullable: true }),
      problem: text(null, { nullable: true }),
      articles: json<Article[]>(),
    },
    key: ['source'],
  }),
}
