import { bigint, code, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof accountTables> {}
}

export const accountTables = readModel({
  people: table({
    doc: 'A registered person. The only view with unencrypted usernames; a deleted person keeps a row (deleted_at) without a name. display_name is first and last name if set, otherwise the username; profile_image is the address of the picture. last_login_at is null until the first login after registering.',
    columns: {
      id: bigint('Number of the player, in the order of registration.', {
        dataSubject: { keeps: 'the row only records that there was an account, without a name' },
      }),
      username: text('Username; null once the player is deleted.', { nullable: true }),
      username_key: code('Username in lower case, which is unique; null once the player is deleted.', {
        nullable: true,
      }),
      display_name: text('First and last name if set, otherwise the username; null once the player is deleted.', {
        nullable: true,
        hidden: 'it may be a real name',
      }),
      profile_image: code('Path of the picture; null without one.', { nullable: true }),
      role: code<'user' | 'admin'>('`user` or `admin`.', { sql: "check (role in ('user', 'admin'))" }),
      registered_at: timestamp('When the account was created.'),
      last_login_at: timestamp('The latest login; null until the first one after registering.', { nullable: true }),
      deleted_at: timestamp('When the account was deleted; null while it exists.', { nullable: true }),
    },
    key: ['id'],
    readIndexes: {
      people_username_key_id_idx: '(username_key, id)',
      people_registered_at_id_idx: '(registered_at, id) where deleted_at is null',
    },
  }),
  lockouts: table({
    hidden: 'IP addresses of people',
    doc: 'An address (IPv4, or the /64 of an IPv6 address) that was locked within the last 29 days, by five failed logins in 15 minutes or by thirty in an hour across three or more usernames, and not unlocked by an administrator. The lock ends at locked_until; unlocked_at is set once its end is recorded.',
    columns: {
      key: code('Keyed hash of the client: an IPv4 address, or the /64 of an IPv6 address.'),
      ip: text('The address; null once its key is destroyed.', { nullable: true }),
      failed_attempts: integer('Failed logins that led to the lock.'),
      locked_at: timestamp('When it was locked.'),
      locked_until: timestamp('When the lock expires.'),
      unlocked_at: timestamp('When its end was recorded; null until then.', { nullable: true }),
    },
    key: ['key'],
    readIndexes: { lockouts_locked_until_idx: '(locked_until)' },
  }),
})
