import type { ActKind, DeletionReason } from '../contracts/administration.ts'
import type { Outcome } from '../contracts/fixtures.ts'
import { type Rows, rows, text, textOrNull } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof administrationRows> {}
}

export const administrationRows = rows({
  'read.administrators_acts': {
    id: 'text',
    n: 'integer',
    at: 'timestamp with time zone',
    kind: text<ActKind>(),
    by_user_id: 'integer | null',
    at_server: 'boolean',
    user_id: 'integer | null',
    fixture_id: 'integer | null',
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    outcome: textOrNull<Outcome>(),
    kickoff: 'timestamp with time zone | null',
    addresses: 'integer',
    reason: 'text | null',
    why: textOrNull<DeletionReason>(),
  },
  'read.user_counts': {
    users: 'integer',
  },
})
