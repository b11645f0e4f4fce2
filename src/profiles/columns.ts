import type { ColumnWords } from '../slice/columns.ts'
import type { profileRows } from './read-model.ts'

export const profileColumns: ColumnWords<typeof profileRows> = {
  'read.profiles': {
    first_name: 'The first name; null: none was given.',
    last_name: 'The last name; null: none was given.',
    bio: 'What the player says of themselves; null: nothing.',
    location: 'Where they say they are; null: nothing is said.',
    phone: 'A telephone number, for the player alone; null: none was given.',
    favorite_team: 'The favourite club, by `teams.id`; null: none was chosen.',
  },
}
