import { code, erased, integer, json, readModel, smallint, table, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { Story, StoryKind } from './events.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof newsTables> {}
}

export const newsTables = readModel(
  {
    news: table({
      doc:
        'One row a story of the game as it stands: its numbers are in `story`, its sentences are written when it is read. `kind`: report, upset, winner, ' +
        'best-score, best-mean, lead, round-up, table. `published_at`: when what it tells of was over.',
      columns: {
        slug: code('The story’s part of its address.'),
        season: code(),
        gameweek: smallint(),
        kind: code<StoryKind>('`report`, `upset`, `winner`, `best-score`, `best-mean`, `lead`, `round-up` or `table`.'),
        published_at: timestamp('When what it tells of was over.'),
        story: json<Story>('Its numbers; the sentences are written when it is read.'),
      },
      key: ['slug'],
      readIndexes: { news_latest: '(season, published_at desc)', news_of_gameweek: '(season, gameweek)' },
    }),
    news_players: table({
      doc: 'One row a player whom a story names, in its order from 0. Of a deleted player none is left.',
      columns: {
        slug: code('The story, by `news.slug`.'),
        place: smallint('Place in which it names the player, from 0.'),
        user_id: integer(null, { dataSubject: 'deletes' }),
      },
      key: ['slug', 'place'],
    }),
  },
  { erased },
)
