import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof newsRows> {}
}

export const newsRows = rows({
  'read.news': {
    slug: 'text',
    season: 'text',
    gameweek: 'smallint',
    kind: 'text',
    published_at: 'timestamp with time zone',
    story: 'jsonb',
  },
  'read.news_players': {
    slug: 'text',
    place: 'smallint',
    user_id: 'integer',
  },
})
