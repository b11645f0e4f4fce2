import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof accountRows> {}
}

export const accountRows = rows({
  'read.people': {
    id: 'bigint',
    username: 'text | null',
    username_key: 'text | null',
    display_name: 'text | null',
    profile_image: 'text | null',
    role: text<'user' | 'admin'>(),
    registered_at: 'timestamp with time zone',
    last_login_at: 'timestamp with time zone | null',
    deleted_at: 'timestamp with time zone | null',
  },
  'read.traces': {
    user_id: 'integer',
    stream: 'text',
    is_own: 'boolean',
    revisions: 'integer[]',
  },
  'read.lockouts': {
    key: 'text',
    ip: 'text | null',
    failed_attempts: 'integer',
    locked_at: 'timestamp with time zone',
    locked_until: 'timestamp with time zone',
    unlocked_at: 'timestamp with time zone | null',
  },
})
