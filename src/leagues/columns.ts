import type { ColumnWords } from '../slice/columns.ts'
import type { leagueRows } from './read-model.ts'

export const leagueColumns: ColumnWords<typeof leagueRows> = {
  'read.leagues': {
    id: 'Number of the league.',
    name: 'Its name.',
    description: 'What its founder says of it; null: nothing.',
    type: '`private` (joined by code, seen by members) or `public`.',
    status: '`active`, or `closed` once the last one has left.',
    creator_id: 'Who founded it, by `people.id`; they may have left or be deleted.',
    admin_id: 'Who runs it, by `people.id`, or did when it closed.',
    join_code: 'The code that lets in. Nobody but members may know it.',
    members: 'How many are in it.',
    revision: 'Latest revision of its stream in the log.',
    teams_revision: 'Latest revision of the stream of its teams; -1: none has been founded.',
  },
  'read.league_members': {
    revision: 'Revision of the joining in the league’s stream: the order of joining.',
  },
  'read.league_members_to_leave': {},
}
