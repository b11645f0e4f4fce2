import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof profileRows> {}
}

export const profileRows = rows({
  'read.profiles': {
    user_id: 'integer',
    first_name: 'text | null',
    last_name: 'text | null',
    bio: 'text | null',
    location: 'text | null',
    phone: 'text | null',
    favorite_team: 'integer | null',
  },
})
