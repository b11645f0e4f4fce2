import type { Migration } from '../migration.ts'

/** A repeat is answered with the bytes of the first answer: `jsonb` puts the fields in an order of its own. */
export const firstAnswers: Migration = {
  name: '044-first-answers',
  sql: `
    alter table app.idempotency_keys alter column body type json using body::json;
  `,
}
