import { code, erased, integer, json, readModel, smallint, table, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { Story, StoryKind } from './events.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof newsTables> {}
}

export const newsTables = readModel(
  {
    news: table({
      doc:
        'One row per current story of the game: numbers are in `story`, sentences are written on each read. `kind`: report, upset, winner, ' +
        'best-score, best-mean, lead, round-up, table. `published_at`: end of the reported match or gameweek.',
      columns: {
        slug: code('Path segment of the story.'),
        season: code(),
        gameweek: smallint(),
        kind: code<StoryKind>('`report`, `upset`, `winner`, `best-score`, `best-mean`, `lead`, `round-up` or `table`.'),
        published_at: timestamp('End of the reported match or gameweek.'),
        story: json<Story>('Facts as numbers; sentences are written on each read.'),
      },
      key: ['slug'],
      readIndexes: { news_latest: '(season, published_at desc)', news_of_gameweek: '(season, gameweek)' },
    }),
    news_players: table({
      doc: 'One row per player named in a story. Rows of deleted players are removed.',
      columns: {
        slug: code('Story, by `news.slug`.'),
        place: smallint('Position of the name in the story, from 0.'),
        user_id: integer(null, { dataSubject: 'deletes' }),
      },
      key: ['slug', 'place'],
    }),
  },
  { erased },
)
