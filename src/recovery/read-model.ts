import { type Rows, rows } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof recoveryRows> {}
}

export const recoveryRows = rows({
  'read.recovery': {
    user_id: 'integer',
    email: 'text | null',
    email_confirmed_at: 'timestamp with time zone | null',
    security_question: 'text | null',
    reset_reason: 'text | null',
    reset_requested_at: 'timestamp with time zone | null',
  },
})
