import { erased, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof recoveryTables> {}
}

export const recoveryTables = readModel(
  {
    recovery: table({
      hidden: 'e-mail addresses and other recovery data',
      doc:
        'One row per person with an e-mail address, a security question or a request to the administrators. `email` is used after ' +
        '`email_confirmed_at` is set. `reset_requested_at`: the request for a new password is pending since then, with `reset_reason`.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        email: text('The e-mail address; null: not set.', { nullable: true }),
        email_confirmed_at: timestamp(
          'When the address was confirmed; mails are sent to it from then on. Null: not confirmed.',
          { nullable: true },
        ),
        security_question: text('The security question; null: not set.', { nullable: true }),
        reset_reason: text('The reason of the request to the administrators; null: no request, or no reason.', {
          nullable: true,
        }),
        reset_requested_at: timestamp('When the pending request was made; null: no pending request.', {
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
