import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bigint, code, timestamp } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof passkeyAppTables> {}
}

export const passkeyAppTables = {
  'app.passkeys': appTable({
    doc: 'Owner, signature counter and last use of each passkey. Its public key is in the log, which decides whether it is still valid.',
    columns: {
      credential: code('Keyed hash of the credential id.', { secret: true }),
      user_id: bigint(null, { dataSubject: 'deletes', sql: 'references app.credentials on delete cascade' }),
      sign_count: bigint('The counter that the authenticator signed last; 0 for those without one.'),
      last_used_at: timestamp(null, { nullable: true }),
    },
    key: ['credential'],
    indexes: { passkeys_user: '(user_id)' },
  }),
  'app.passkey_challenges': appTable({
    doc: 'Challenges that have been used, until they expire. Unused ones are not stored, because they are signed.',
    columns: { challenge: code(null, { secret: true }), expires_at: timestamp() },
    key: ['challenge'],
    indexes: { passkey_challenges_expiry: '(expires_at)' },
  }),
}
