import type { ColumnWords } from '../slice/columns.ts'
import type { newsRows } from './read-model.ts'

export const newsColumns: ColumnWords<typeof newsRows> = {
  'read.news': {
    slug: 'The story’s part of its address.',
    kind: '`report`, `upset`, `winner`, `best-score`, `best-mean`, `lead`, `round-up` or `table`.',
    published_at: 'When what it tells of was over.',
    story: 'Its numbers; the sentences are written when it is read.',
  },
  'read.news_players': {
    slug: 'The story, by `news.slug`.',
    place: 'Place in which it names the player, from 0.',
  },
}
