import { erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof recoveryTables> {}
}

export const recoveryTables = readModel(
  {
    recovery: table({
      hidden: 'e-mail addresses, and what gets people back in',
      doc:
        'One row a person who has given an e-mail address, a security question or a reason to be let in again. `email` is used once ' +
        '`email_confirmed_at` is set. `reset_requested_at`: they wait for an administrator to set a new password, for `reset_reason`.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        email: text('The e-mail address that was given; null: none.', { nullable: true }),
        email_confirmed_at: timestamp(
          'When the address was confirmed; mails go to it from then on. Null: not confirmed.',
          { nullable: true },
        ),
        security_question: text('The question that stands for the password; null: none.', { nullable: true }),
        reset_reason: text(
          'Why the player asks the administrators for a new password; null: no request, or no reason given.',
          { nullable: true },
        ),
        reset_requested_at: timestamp('Since when that request is pending; null: nothing is pending.', {
          nullable: true,
        }),
      },
      key: ['user_id'],
      readIndexes: {
        recovery_requests: '(reset_requested_at, user_id) where reset_requested_at is not null',
      },
    }),
  },
  { erased },
)
