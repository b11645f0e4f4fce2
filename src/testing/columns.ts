import type { ColumnWords } from '../slice/columns.ts'
import type { testingRows } from './read-model.ts'

export const testingColumns: ColumnWords<typeof testingRows> = {
  'read.test_users': {
    number: 'The number in the name, as in `test_007`; null: it has none.',
    created_at: 'When the testing tool made the account.',
  },
  'read.simulated_results': {
    at: 'When the simulated result, award or cancellation came, by the clock of the simulation.',
  },
}
