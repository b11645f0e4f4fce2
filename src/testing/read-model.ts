import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof testingRows> {}
}

export const testingRows = rows({
  'read.test_users': {
    user_id: 'integer',
    number: 'integer | null',
    created_at: 'timestamp with time zone',
  },
  'read.simulated_results': {
    fixture_id: 'integer',
    at: 'timestamp with time zone',
  },
})
