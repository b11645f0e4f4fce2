import type { ColumnWords } from '../slice/columns.ts'
import type { accountRows } from './read-model.ts'

export const accountColumns: ColumnWords<typeof accountRows> = {
  'read.people': {
    id: 'Number of the player, given in the order of registration.',
    username: 'The name; null once the player is deleted.',
    username_key: 'The name in lower case, by which it is unique; null once the player is deleted.',
    display_name: 'First and last name where they were given, else the name; null once the player is deleted.',
    profile_image: 'Where the picture is, as a path of the game; null: there is none.',
    role: '`user` or `admin`.',
    registered_at: 'When the account was made.',
    last_login_at: 'The latest login; null until the first one after registering.',
    deleted_at: 'When the account was deleted; null while it stands.',
  },
  'read.traces': {
    stream: 'A stream of the log, without its prefix.',
    is_own: 'Whether all that stands in the stream is about the person.',
    revisions:
      'Where in the stream of others an event is that the person did or that names them; empty where `is_own`.',
  },
  'read.lockouts': {
    key: 'What is counted: an IPv4 address, or the /64 of an IPv6 address.',
    ip: 'The address that was seen; null: it cannot be told any more.',
    failed_attempts: 'Failed logins that led to the lock.',
    locked_at: 'When it was locked.',
    locked_until: 'When the lock ends by itself.',
    unlocked_at: 'When its end was put on record; null until then.',
  },
}
