import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const recoveryVersion = 3

export const recoveryDdl = `
create table recovery (
  user_id integer primary key,
  email text,
  email_confirmed_at timestamptz,
  security_question text,
  reset_reason text,
  reset_requested_at timestamptz
);
create table erased (
  user_id integer primary key
);
`

export const recoveryIndexes = `
create index recovery_requests on recovery (reset_requested_at, user_id) where reset_requested_at is not null;
`

export interface RecoveryTables {
  recovery: ReadModels['read.recovery']
  erased: { user_id: number }
}

export const recoveryViews: readonly ReadView[] = [
  {
    name: 'recovery',
    doc:
      'One row a person who has given an e-mail address, a security question or a reason to be let in again. `email` is used once ' +
      '`email_confirmed_at` is set. `reset_requested_at`: they wait for an administrator to set a new password, for `reset_reason`.',
  },
]
