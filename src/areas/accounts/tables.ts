import { bigint, code, integer, readModel, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof accountTables> {}
}

export const accountTables = readModel({
  people: table({
    doc: 'A person who has registered. The only place where usernames stand in the clear; deleted people keep their row (deleted_at) without a name. display_name is first and last name where given, else the username; profile_image is the address of their picture. last_login_at is null until the first login after registering.',
    columns: {
      id: bigint('Number of the player, given in the order of registration.', {
        dataSubject: { keeps: 'the row says that there was an account, and no name' },
      }),
      username: text('The name; null once the player is deleted.', { nullable: true }),
      username_key: code('The name in lower case, by which it is unique; null once the player is deleted.', {
        nullable: true,
      }),
      display_name: text('First and last name where they were given, else the name; null once the player is deleted.', {
        nullable: true,
        hidden: 'it may be the name that somebody has in life',
      }),
      profile_image: code('Where the picture is, as a path of the game; null: there is none.', { nullable: true }),
      role: code<'user' | 'admin'>('`user` or `admin`.', { sql: "check (role in ('user', 'admin'))" }),
      registered_at: timestamp('When the account was made.'),
      last_login_at: timestamp('The latest login; null until the first one after registering.', { nullable: true }),
      deleted_at: timestamp('When the account was deleted; null while it stands.', { nullable: true }),
    },
    key: ['id'],
    readIndexes: {
      people_username_key_id_idx: '(username_key, id)',
      people_registered_at_id_idx: '(registered_at, id) where deleted_at is null',
    },
  }),
  lockouts: table({
    hidden: 'addresses that people come from',
    doc: 'An address (IPv4, or the /64 of an IPv6 address) that was locked within the last 29 days, by five failed logins in 15 minutes or by thirty in an hour over three names or more, and not unlocked by an administrator. locked_until passes by itself; unlocked_at is set once that was recorded.',
    columns: {
      key: code('What is counted: an IPv4 address, or the /64 of an IPv6 address.'),
      ip: text('The address that was seen; null: it cannot be told any more.', { nullable: true }),
      failed_attempts: integer('Failed logins that led to the lock.'),
      locked_at: timestamp('When it was locked.'),
      locked_until: timestamp('When the lock ends by itself.'),
      unlocked_at: timestamp('When its end was put on record; null until then.', { nullable: true }),
    },
    key: ['key'],
    readIndexes: { lockouts_locked_until_idx: '(locked_until)' },
  }),
})
