import type { ColumnWords } from '../slice/columns.ts'
import type { shoutRows } from './read-model.ts'

export const shoutColumns: ColumnWords<typeof shoutRows> = {
  'read.shouts': {
    id: 'Number of the shout.',
    user_id: 'Who shouts, by `people.id`.',
    player_id: 'Who is shouted at, by `people.id`.',
    words: 'What was shouted; null once it was taken back.',
    shouted_at: 'When it was shouted.',
  },
}
