import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof shoutRows> {}
}

export const shoutRows = rows({
  'read.shouts': {
    id: 'integer',
    user_id: 'integer',
    player_id: 'integer',
    words: 'text | null',
    shouted_at: 'timestamp with time zone',
  },
})
