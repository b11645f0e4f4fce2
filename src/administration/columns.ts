import type { ColumnWords } from '../slice/columns.ts'
import type { administrationRows } from './read-model.ts'

export const administrationColumns: ColumnWords<typeof administrationRows> = {
  'read.administrators_acts': {
    id: 'The act, by the event that it was.',
    n: 'Place of the act in the log of administrators, from 1.',
    at: 'When it was done.',
    kind: 'What was done, such as `make-admin`, `reset-password`, `delete`, `unlock-address` or `correct-result`.',
    by_user_id: 'The administrator, by `people.id`; null: deleted by now, or `at_server`.',
    at_server: 'Whether it was done in the terminal of the server.',
    user_id: 'To whom, by `people.id`; null: nobody, or somebody deleted by now.',
    fixture_id: 'The match that was ruled about; null in other acts.',
    home_score: 'Goals of the home club by the ruling; null in other acts.',
    away_score: 'Goals of the away club by the ruling; null in other acts.',
    outcome: 'To whom a match was awarded: `home`, `draw`, `away`; null in other acts.',
    kickoff: 'The kickoff to which a match was moved; null in other acts.',
    addresses: 'How many addresses were let in again; 1 in other acts.',
    reason: 'What the administrator gave as the reason; null: nothing, or about somebody deleted by now.',
    why: 'The reason of a deletion, one of a few words; null in other acts.',
  },
  'read.user_counts': {
    users: 'Accounts that stand.',
  },
}
