import type { ColumnWords } from '../slice/columns.ts'
import type { recoveryRows } from './read-model.ts'

export const recoveryColumns: ColumnWords<typeof recoveryRows> = {
  'read.recovery': {
    email: 'The e-mail address that was given; null: none.',
    email_confirmed_at: 'When the address was confirmed; mails go to it from then on. Null: not confirmed.',
    security_question: 'The question that stands for the password; null: none.',
    reset_reason: 'Why the player asks the administrators for a new password; null: no request, or no reason given.',
    reset_requested_at: 'Since when that request is pending; null: nothing is pending.',
  },
}
