import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnalystAccess, createAnalystAccess } from '../../src/areas/analysts/analyst-access.ts'
import { type ExportFormat, exportView } from '../../src/areas/analysts/export.ts'
import { createAnalystRoles } from '../../src/areas/analysts/roles.ts'
import { ANALYSIS_VIEWS, SHOWS_OPEN_PICKS } from '../../src/areas/analysts/views.ts'
import { columns, hidden } from '../../src/areas/index.ts'
import type { Pick } from '../../src/areas/predictions/events.ts'
import {
  club,
  fact,
  finished,
  registered,
  scheduled,
  season,
  settled,
  startPlay,
  type TestFixture,
  type TestPlay,
} from '../support/play-app.ts'
import { statementsOf } from '../support/statements.ts'

const PLAYERS = 6
const SEASON = '2024-25'
/** Two per gameweek, and one that is open whatever the current date is. */
const matches: readonly TestFixture[] = [1, 2, 3, 4, 5].map((fixtureId) => ({
  fixtureId,
  season: SEASON,
  gameweek: Math.ceil(fixtureId / 2),
  homeTeamId: fixtureId,
  awayTeamId: fixtureId + 5,
  kickoff: fixtureId === 5 ? '2199-05-25T14:00:00.000Z' : `2024-08-${16 + fixtureId}T14:00:00.000Z`,
}))
const results = [
  [2, 1],
  [0, 0],
  [1, 3],
  [2, 1],
] as const

interface Picked {
  readonly userId: number
  readonly fixtureId: number
  readonly pick: Pick
}

const outcome = (home: number, away: number) => (home > away ? 'home' : home < away ? 'away' : 'draw')
/** Each score follows from both numbers. Player 6 leaves the first match out. */
const picks: readonly Picked[] = matches.flatMap(({ fixtureId }) =>
  Array.from({ length: PLAYERS }, (_, i) => i + 1)
    .filter((userId) => userId !== 6 || fixtureId !== 1)
    .map((userId) => {
      const [home, away] = [(userId + fixtureId) % 3, (userId * fixtureId) % 2]
      return { userId, fixtureId, pick: { result: outcome(home, away), score: { home, away } } }
    }),
)
/** Points of a pick, by the plain rule. */
const paid = ({ fixtureId, pick }: Picked): number => {
  const [home, away] = results[fixtureId - 1]!
  if (pick.score?.home === home && pick.score.away === away) return 15
  return pick.result === outcome(home, away) ? 5 : 0
}

// Roles belong to the server, which other tests use at the same time.
const ROLE = `plp_analyst_of_test_${process.pid}`
let game: TestPlay
let access: AnalystAccess
let roles: ReturnType<typeof createAnalystRoles>
let analyst: pg.Client

async function connected(password: string, role = ROLE): Promise<pg.Client> {
  const address = new URL(game.database.url)
  address.username = role
  address.password = password
  const client = new pg.Client({ connectionString: address.href })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const rowsOf = async (text: string) => (await analyst.query(text)).rows
const refusal = (text: string) =>
  analyst.query(text).then(
    () => 'done',
    (error: pg.DatabaseError) => error.message,
  )

beforeAll(async () => {
  game = await startPlay()
  await game.say(
    season(SEASON),
    ...Array.from({ length: 10 }, (_, i) => club(i + 1)),
    ...matches.map(scheduled),
    ...Array.from({ length: PLAYERS }, (_, i) => registered(i + 1)),
  )
  const league = {
    leagueId: 1,
    name: '=Office',
    description: null,
    type: 'private',
    creatorId: 1,
    joinCode: 'ABCDEFGH',
  }
  await game.say(
    { stream: 'league-1', event: { type: 'LeagueCreated', data: league } as never },
    { stream: 'league-1', event: { type: 'LeagueJoined', data: { leagueId: 1, userId: 2 } } as never },
  )
  const profile = { bio: 'A life', location: 'Leeds', phone: '0113 496 0000' }
  await game.say(
    {
      stream: 'profile-3',
      event: { type: 'NameChanged', data: { userId: 3, firstName: 'Given', lastName: 'Name' } } as never,
    },
    { stream: 'profile-3', event: { type: 'ProfileChanged', data: { userId: 3, ...profile } } as never },
  )
  for (const [shareId, isPublic] of [
    [1, true],
    [2, false],
  ] as const) {
    const texts = isPublic ? { title: 'Open', description: 'To all' } : { title: 'Secret', description: 'To few' }
    const share = { shareId, userId: 4, token: `token-of-share-${shareId}`, ...texts, shareType: 'custom', isPublic }
    const comment = { commentId: shareId, shareId, ownerId: 4, userId: 5, content: isPublic ? 'For all' : 'For few' }
    await game.say(
      { stream: `share-${shareId}`, event: { type: 'PredictionsShared', data: { ...share, picks: [] } } as never },
      { stream: `comment-${shareId}`, event: { type: 'ShareCommented', data: comment } as never },
    )
  }
  for (const saved of await game.predictions.saveMany(
    picks.map((pick) => ({ ...pick, context: game.context(pick.userId) })),
  ))
    expect(saved.ok).toBe(true)
  await game.say(
    ...results.map(([home, away], i) => finished(matches[i]!, home, away)),
    settled(SEASON, 1, [1, 2]),
    settled(SEASON, 2, [3, 4]),
  )
  const { pool } = game.database
  access = createAnalystAccess({ pool, columns, hidden })
  roles = createAnalystRoles({ pool, access })
  analyst = await connected((await roles.create(ROLE, game.now())).password)
})
afterAll(async () => {
  await analyst?.end().catch(() => undefined)
  await roles?.remove(ROLE)
  await game?.stop()
})

describe('the views for analysts', () => {
  test('every column of every view of read and analysis is described, in the database too', async () => {
    const { rows } = await game.database.pool.query(
      `select c.relnamespace::regnamespace || '.' || c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace in ('read'::regnamespace, 'analysis'::regnamespace) and c.relkind = 'v'
        and col_description(c.oid, a.attnum) is null`,
    )
    expect(rows).toEqual([])
    const { rows: all } = await game.database.pool.query(
      `select table_name as view, array_agg(column_name::text order by ordinal_position) as names
      from information_schema.columns where table_schema = 'analysis' group by 1 order by 1`,
    )
    expect(Object.fromEntries(all.map(({ view, names }) => [view, [...names].sort()]))).toEqual(
      Object.fromEntries(ANALYSIS_VIEWS.map(({ name, columns }) => [name, Object.keys(columns).sort()])),
    )
  })

  test('an unchanged schema costs one statement, and views dropped with a read model are created again', async () => {
    expect(await statementsOf(() => access.provision(), 'work')).toHaveLength(1)
    await game.database.pool.query('drop view analysis.predictions')
    await access.provision()
    expect(await rowsOf('select from analysis.predictions')).not.toEqual([])
    await game.database.pool.query(
      `comment on column read.totals.points is null; revoke all on read.totals from ${ROLE}`,
    )
    expect(await refusal('select from read.totals')).toContain('permission denied')
    await access.provision()
    expect(await rowsOf('select from read.totals')).toHaveLength(PLAYERS)
    expect(await statementsOf(() => access.provision(), 'work')).toHaveLength(1)
  })
})

test('T112: a view that an older release granted, and this one hides, is revoked', async () => {
  const { pool } = game.database
  await pool.query(`grant select on read.wallets to ${ROLE}`)
  await access.provision()
  expect(await refusal('select from read.wallets')).toContain('permission denied')
  expect(await rowsOf('select from read.totals')).toHaveLength(PLAYERS)
  expect(await statementsOf(() => access.provision(), 'work')).toHaveLength(1)
})

test('T112: so it is while a transaction of the role delays new views of analysis', async () => {
  const { pool } = game.database
  await pool.query(`grant select on read.wallets to ${ROLE}; comment on schema analysis is 'older'`)
  await analyst.query('begin; select from analysis.predictions limit 1')
  await access.provision()
  await analyst.query('rollback')
  expect(await refusal('select from read.wallets')).toContain('permission denied')
  await access.provision()
  expect(await statementsOf(() => access.provision(), 'work')).toHaveLength(1)
})

test('a view of a group that no longer exists is granted to no role, and is not created again', async () => {
  const { pool } = game.database
  await pool.query('create view read.of_an_older_release as select user_id from read.wallets')
  try {
    expect(await statementsOf(() => access.provision(), 'work')).toHaveLength(1)
    await access.grantTo(ROLE)
    expect(await refusal('select from read.of_an_older_release')).toContain('permission denied')
  } finally {
    await pool.query('drop view read.of_an_older_release')
  }
})

describe('a role for analysts', () => {
  test('reads, and changes nothing', async () => {
    expect(await rowsOf('select id from read.predictions')).toHaveLength(picks.length)
    const writes = [
      'update read.people set username = null',
      'delete from read.totals',
      'create schema mine',
      'create table public.mine ()',
    ]
    for (const write of writes) expect(await refusal(write)).toMatch(/read-only transaction|permission denied/)
    // Without read-only mode the role still has no right to write.
    await analyst.query('set default_transaction_read_only = off')
    for (const write of writes) expect(await refusal(write)).toContain('permission denied')
    await analyst.query('set default_transaction_read_only = on')
    // R399, too: nothing about passkeys or sessions.
    for (const table of ['app.passkeys', 'app.passkey_challenges', 'app.sessions'])
      expect(await refusal(`select from ${table}`)).toMatch(/permission denied/)
    for (const schema of ['app', 'log', 'engine'])
      expect(
        await refusal(`select from ${schema}.${{ app: 'credentials', log: 'events', engine: 'generations' }[schema]}`),
      ).toContain('permission denied')
  })

  test('R313: creates views only in a schema of its own, as the page for analysts says', async () => {
    const page = readFileSync('docs/analysts.md', 'utf8')
    const documented = (command: RegExp) => command.exec(page)![0].replace('plp_analyst', ROLE)
    const schema = documented(/create schema reports authorization plp_analyst/)
    const view = 'create view reports.best as select user_id, points from read.totals'
    await game.database.pool.query(schema)
    try {
      expect(await refusal(view)).toContain('read-only transaction')
      await analyst.query(documented(/set default_transaction_read_only = off/))
      expect(await refusal(view)).toBe('done')
      expect(await rowsOf('select * from reports.best')).toEqual(
        await rowsOf('select user_id, points from read.totals'),
      )
      expect(await refusal('create view analysis.best as select 1')).toContain('permission denied')
    } finally {
      await analyst.query('set default_transaction_read_only = on')
      await game.database.pool.query('drop schema reports cascade')
    }
  })

  test('cannot read personal data', async () => {
    for (const view of Object.keys(hidden.views))
      expect(await refusal(`select from read.${view} limit 1`)).toContain('permission denied')
    for (const [view, kept] of Object.entries(hidden.columns)) {
      const rows = await rowsOf(`select * from read.${view}`)
      expect(rows.length, view).toBeGreaterThan(0)
      for (const column of Object.keys(kept)) {
        expect(
          rows.filter((row) => !row.is_public && row.share_id !== 1 && row[column] !== null),
          `${view}.${column}`,
        ).toEqual([])
        const { rows: whole } = await game.database.pool.query(`select ${column} as kept from read.${view}`)
        expect(
          whole.filter(({ kept }) => kept !== null),
          `${view}.${column}`,
        ).not.toEqual([])
      }
    }
    expect(await rowsOf('select * from read.leagues')).toMatchObject([{ name: '=Office', join_code: null }])
    expect(await rowsOf('select id, token, title, description from read.shares order by id')).toEqual([
      { id: 1, token: null, title: 'Open', description: 'To all' },
      { id: 2, token: null, title: null, description: null },
    ])
    expect(await rowsOf('select id, content from read.share_comments order by id')).toEqual([
      { id: 1, content: 'For all' },
      { id: 2, content: null },
    ])
  })

  test('cannot search by restricted columns, nor learn them from errors or planner estimates', async () => {
    for (const search of [
      "select from read.leagues where join_code = 'ABCDEFGH'",
      "select from read.leagues where join_code > ''",
      "select from read.shares where token = 'token-of-share-2'",
      "select from read.people where display_name = 'Given Name'",
      "select from read.shares where title = 'Secret'",
      'select from read.leagues where join_code::int > 0',
      'select from read.shares where 1 / (length(token) - length(token)) > 0',
    ])
      expect(await rowsOf(search), search).toEqual([])
    // T115: PostgreSQL evaluates the condition of an outer join before it filters rows, so a wrong cast would print the value.
    for (const [view, column] of [
      ['leagues', 'join_code'],
      ['shares', 'token'],
      ['people', 'display_name'],
    ])
      for (const search of [
        `select v.${column} from generate_series(1, 2) n left join read.${view} v on v.${column}::int = n`,
        `select v.${column} from generate_series(1, 2) n left join (select * from read.${view} where ${column}::int > 0) v on true`,
        `select a.${column} from read.${view} a right join generate_series(1, 2) b on a.${column}::int = b`,
      ])
        expect(await rowsOf(search), search).toEqual([{ [column!]: null }, { [column!]: null }])
    const { rows: open } = await game.database.pool.query(
      "select nspname from pg_namespace where nspname ~ '^read_' and has_schema_privilege($1, oid, 'usage')",
      [ROLE],
    )
    expect(open).toEqual([])
    // The application can.
    const { rows } = await game.database.pool.query("select id from read.leagues where join_code = 'ABCDEFGH'")
    expect(rows).toEqual([{ id: 1 }])
    // PostgreSQL has no statistics of an expression: estimates reveal no values.
    for (const search of ["read.leagues where join_code < 'A'", "read.shares where token < 'A'"]) {
      const [row] = await rowsOf(`explain (format json) select from ${search}`)
      expect(row['QUERY PLAN'][0].Plan.Filter, search).toContain('CASE WHEN')
    }
  })

  test('reads every permitted view in full; no restricted column is readable under another name', async () => {
    const { rows: views } = await game.database.pool.query<{ name: string }>(
      "select schemaname || '.' || viewname as name from pg_views where schemaname in ('read', 'analysis') and not viewname = any($1)",
      [Object.keys(hidden.views)],
    )
    for (const { name } of views) await rowsOf(`select * from ${name}`)
    const { rows } = await game.database.pool.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'read'::regnamespace and c.relkind = 'v' and has_column_privilege($1, c.oid, a.attnum, 'select')
        and not c.relname || '.' || a.attname = any($2)
        and a.attname ~ '(^|_)(e?mail|phone|ip|address|token|code|password|question|answer|first_name|last_name|location|bio)(_|$)'`,
      [
        ROLE,
        Object.entries(hidden.columns).flatMap(([view, kept]) =>
          Object.keys(kept).map((column) => `${view}.${column}`),
        ),
      ],
    )
    // A club's code has three letters.
    expect(rows.map(({ name }) => name)).toEqual(['teams.code'])
  })

  test('sees open picks where the page of read models announces it, and nowhere in analysis', async () => {
    expect(await rowsOf('select id from read.predictions where fixture_id = 5')).toHaveLength(PLAYERS)
    const seen = 'select id from analysis.predictions where fixture_id = 5'
    expect(await rowsOf(seen)).toEqual([])
    // A result before the cutoff, possible by simulation, reveals nothing, as a purge may reopen the match.
    await game.say(finished(matches[4]!, 1, 0))
    expect(await rowsOf(seen)).toEqual([])
    await game.say(
      fact(matches[4]!, {
        type: 'ResultLifted',
        data: { fixtureId: 5, homeScore: null, awayScore: null, reason: null },
      }),
    )
    const page = readFileSync(new URL('../../docs/read-models.md', import.meta.url), 'utf8')
    for (const view of SHOWS_OPEN_PICKS)
      expect(page).toMatch(new RegExp(`### \`read\\.${view}\`[^#]*\\*\\*Picks that are still open can be seen here`))
  })

  test('created again it has another password; another role of the server is left alone; removed it is gone', async () => {
    const again = await connected((await roles.create(ROLE, game.now())).password)
    expect((await again.query('select count(*)::int from analysis.predictions')).rows[0].count).toBeGreaterThan(0)
    await again.end()
    const { rows } = await game.database.pool.query<{ owner: string }>('select current_user as owner')
    const { owner } = rows[0]!
    await expect(roles.create(owner, game.now())).rejects.toThrow('was not made here')
    await expect(roles.create('Robert; drop', game.now())).rejects.toThrow('lower-case letters')
    for (const reserved of ['pg_reader', 'public', 'none'])
      await expect(roles.create(reserved, game.now())).rejects.toThrow(`${reserved} is reserved`)
    // Keywords are names like others.
    await roles.create('select', game.now())
    expect(await roles.remove('select')).toBe(true)
    expect(await roles.remove(owner)).toBe(false)
    const other = `${ROLE}_2`
    await roles.create(other, game.now())
    await game.database.pool.query(
      `grant select on app.migrations to ${other}; grant usage on schema public to ${other}`,
    )
    expect(await roles.remove(other)).toBe(true)
    expect((await game.database.pool.query('select from pg_roles where rolname = $1', [other])).rowCount).toBe(0)
  })
})

test('R451: one role created or removed twice at once is created or removed once', async () => {
  const other = `${ROLE}_4`
  const both = <T>(work: () => Promise<T>) => Promise.all([work(), work()])
  await both(() => roles.create(other, game.now()))
  await both(() => roles.create(other, game.now()))
  expect((await both(() => roles.remove(other))).sort()).toEqual([false, true])
})

test('T123: a role that holds a lock on itself is removed at once', async () => {
  const other = `${ROLE}_locked`
  const client = await connected((await roles.create(other, game.now())).password, other)
  client.on('error', () => undefined)
  await client.query('set default_transaction_read_only = off')
  await client.query(`begin; alter role ${other} password 'own'`)
  expect(await roles.remove(other)).toBe(true)
}, 20_000)

test('T117: no statement has the password of a role, as servers log statements', async () => {
  const other = `${ROLE}_logged`
  let password = ''
  try {
    const statements = await statementsOf(async () => {
      password = (await roles.create(other, game.now())).password
    }, 'work')
    expect(statements.filter((text) => text.includes(password))).toEqual([])
    expect(statements.join()).toContain(`alter role "${other}"`)
    await (await connected(password, other)).end()
    await expect(connected(`${password}x`, other)).rejects.toMatchObject({ code: '28P01' })
  } finally {
    await roles.remove(other)
  }
})

test('T109: a role that owns objects loses its login only, as they would run with the rights of a new owner', async () => {
  const { pool } = game.database
  const other = `${ROLE}_3`
  const password = (await roles.create(other, game.now())).password
  await pool.query(`create schema planted authorization ${other}`)
  const client = await connected(password, other)
  await client.query('set default_transaction_read_only = off')
  await client.query(`create view planted.chats as select content from read.messages;
    create function planted.credentials() returns bigint language sql security definer begin atomic select count(*) from pg_authid; end;
    grant usage on schema planted to public; grant select on planted.chats to public`)
  await client.end()
  try {
    await expect(roles.remove(other)).rejects.toThrow(
      /can no longer sign in, but owns function planted\.credentials\(\), schema planted, view planted\.chats/,
    )
    await expect(connected(password, other)).rejects.toThrow('not permitted to log in')
    for (const search of ['select planted.credentials()', 'select content from planted.chats'])
      expect(await refusal(search)).toContain('permission denied')
    await pool.query(`drop owned by ${other}`)
    expect(await roles.remove(other)).toBe(true)
  } finally {
    await pool.query('drop schema if exists planted cascade')
  }
})

describe('the views of analysis', () => {
  test('predictions: with match, clubs, result and points', async () => {
    const rows = await rowsOf('select * from analysis.predictions order by fixture_id, user_id')
    const played = picks.filter(({ fixtureId }) => fixtureId !== 5)
    expect(rows).toMatchObject(
      played.map((each) => ({
        season: SEASON,
        gameweek: Math.ceil(each.fixtureId / 2),
        player: `player${each.userId}`,
        home_team: `Club ${each.fixtureId}`,
        away_team: `Club ${each.fixtureId + 5}`,
        pick: each.pick.result,
        pick_home_score: each.pick.score!.home,
        pick_away_score: each.pick.score!.away,
        home_score: results[each.fixtureId - 1]![0],
        away_score: results[each.fixtureId - 1]![1],
        points: paid(each),
      })),
    )
  })

  const pointsIn = (userId: number, gameweeks: readonly number[]): number =>
    picks
      .filter(
        (each) => each.userId === userId && each.fixtureId !== 5 && gameweeks.includes(Math.ceil(each.fixtureId / 2)),
      )
      .reduce((sum, each) => sum + paid(each), 0)
  const everybody = Array.from({ length: PLAYERS }, (_, i) => i + 1)

  test('gameweek_winners: all with the most points, the first of them marked', async () => {
    const rows = await rowsOf('select gameweek, user_id, points, is_first from analysis.gameweek_winners order by 1, 2')
    const expected = [1, 2].flatMap((gameweek) => {
      const best = Math.max(...everybody.map((id) => pointsIn(id, [gameweek])))
      return everybody
        .filter((id) => pointsIn(id, [gameweek]) === best)
        .map((user_id) => ({ gameweek, user_id, points: best }))
    })
    expect(rows).toMatchObject(expected)
    expect(rows.filter(({ is_first }) => is_first)).toHaveLength(2)
  })

  test('league_gameweeks: points and ranks of members, of the gameweek and of the season up to it', async () => {
    const rows = await rowsOf(
      'select gameweek, user_id, points, rank, season_points, season_rank from analysis.league_gameweeks order by 1, 2',
    )
    const members = [1, 2]
    const rankOf = (id: number, gameweeks: readonly number[]) =>
      1 + members.filter((other) => pointsIn(other, gameweeks) > pointsIn(id, gameweeks)).length
    expect(rows).toEqual(
      [1, 2].flatMap((gameweek) =>
        members.map((user_id) => {
          const upTo = gameweek === 1 ? [1] : [1, 2]
          return {
            ...{ gameweek, user_id, points: pointsIn(user_id, [gameweek]), rank: rankOf(user_id, [gameweek]) },
            ...{ season_points: pointsIn(user_id, upTo), season_rank: rankOf(user_id, upTo) },
          }
        }),
      ),
    )
  })
})

describe('docs/analysts.md', () => {
  const page = readFileSync(new URL('../../docs/analysts.md', import.meta.url), 'utf8')
  const queries = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) => text!)

  test('has ten queries that an analyst can run', async () => {
    expect(queries).toHaveLength(10)
    for (const query of queries) expect(await rowsOf(query)).not.toEqual([])
  })

  test('a league in which no member is behind has no lead (R492)', async () => {
    const level = `(select 1 as league_id, 'Level' as league, season, 1 as gameweek, player, 1 as season_rank, 20 as season_points
      from (select distinct season from read.fixtures) s cross join (values ('a'), ('b')) p (player)) level`
    const query = queries.find((each) => each.includes('analysis.league_gameweeks'))!
    expect(await rowsOf(query.replace('analysis.league_gameweeks', level))).toEqual([
      { league: 'Level', gameweek: 1, leaders: 'a, b', lead: null },
    ])
  })

  test('the first of them agrees with a plain count', async () => {
    const rows = await rowsOf(queries[0]!)
    expect(
      rows.map(({ gameweek, predictions, accuracy, mean_points }) => [
        gameweek,
        Number(predictions),
        Number(accuracy),
        Number(mean_points),
      ]),
    ).toEqual(
      [1, 2].map((gameweek) => {
        const own = picks.filter(({ fixtureId }) => fixtureId !== 5 && Math.ceil(fixtureId / 2) === gameweek).map(paid)
        const right = own.filter((points) => points > 0).length
        const sum = own.reduce((total, points) => total + points, 0)
        return [
          gameweek,
          own.length,
          Math.round((right / own.length) * 1000) / 10,
          Math.round((sum / own.length) * 100) / 100,
        ]
      }),
    )
  })
})

describe('files', () => {
  async function written(view: string, format: ExportFormat): Promise<{ text: string; rows: number }> {
    const chunks: Buffer[] = []
    const out = new Writable({
      write(chunk, _, done) {
        chunks.push(chunk)
        done()
      },
    })
    const rows = await exportView(game.database.pool, { view, format, out })
    return { text: Buffer.concat(chunks).toString(), rows }
  }

  test('csv: a line of names, then one a row', async () => {
    const { text, rows } = await written('read.totals', 'csv')
    expect(text.split('\n')[0]).toBe(
      'season,user_id,points,booked,exact,correct,settled,predictions,accuracy,match_points',
    )
    expect(text.trimEnd().split('\n')).toHaveLength(PLAYERS + 1)
    expect(rows).toBe(PLAYERS)
  })

  test('jsonl: an object a line, whatever is in the text', async () => {
    const name = 'A "quoted" \\ name,\twith a\nnew line'
    await game.say({
      stream: 'league-2',
      event: {
        type: 'LeagueCreated',
        data: { leagueId: 2, name, description: null, type: 'public', creatorId: 1, joinCode: 'ABCDEFGI' },
      } as never,
    })
    const { text } = await written('leagues', 'jsonl')
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).name)
        .sort(),
    ).toEqual(['=Office', name])
    expect(JSON.parse(text.split('\n')[0]!).created_at).toMatch(/\+00:00$/)
  })

  test('every view can be exported; an unknown view is reported', async () => {
    const { rows } = await game.database.pool.query("select viewname as name from pg_views where schemaname = 'read'")
    for (const { name } of rows) await written(`read.${name}`, 'jsonl')
    await expect(written('read.nothing', 'csv')).rejects.toThrow('There is no view read.nothing; there are analysis.')
    await expect(written('app.credentials', 'csv')).rejects.toThrow('There is no view app.credentials')
  })
})
