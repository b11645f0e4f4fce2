import { afterAll, beforeAll, expect, test } from 'vitest'
import { userIds } from '../../src/accounts/ids.ts'
import { ACCOUNTS } from '../../src/areas/accounts.ts'
import { held } from '../../src/areas/index.ts'
import { TYPES } from '../../src/identifiers.ts'
import { enter, openFixtures, predict } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { answered, competitionNamed } from '../support/competitions.ts'
import { joinedBy, leagueOf, type Player, players, reacted, teamIn } from '../support/leagues.ts'
import { pageOf, sharedBy } from '../support/sharing.ts'

/** A number that stands for nothing else: where it is found in a row, the row is about this player. */
const PERSON = 1_987_654_321

let app: TestApp
let anna: Player

const holdings = () => held.views

/** Every column of every `read.*` view in which a row names the player, with the rows. */
async function namedIn(): Promise<Record<string, object[]>> {
  const { pool } = app.container.get(TYPES.Database)
  const views = await pool.query<{ name: string }>(
    "select viewname as name from pg_views where schemaname = 'read' order by viewname",
  )
  const found: Record<string, object[]> = {}
  for (const { name } of views.rows) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(v) as row from read.${name} v where to_jsonb(v)::text like '%${PERSON}%'`,
    )
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).includes(String(PERSON)))
          found[`${name}.${column}`] = [...(found[`${name}.${column}`] ?? []), row]
  }
  return found
}

beforeAll(async () => {
  app = await startTestApp()
  await app.container.get(TYPES.Ids).raiseAbove(userIds, PERSON - 1)
  const [first, bob] = await players(app, ['anna', 'bob'])
  anna = first!
  const admin = await app.admin()
  const [one, two] = await openFixtures(app, anna)
  await predict(anna, one!.id, 2, 1)
  await predict(bob!, one!.id, 2, 1)
  await predict(anna, two!.id, 0, 0)
  const league = await leagueOf(anna, { name: 'Anna’s own' })
  await joinedBy(league, bob!)
  await teamIn(league, anna)
  const room = `/api/leagues/${league.id}/messages`
  const message = await bob!.call('POST', room, { content: 'Hello' })
  expect((await anna.call('POST', room, { content: 'Hello to you' })).status).toBe(201)
  expect(
    (await anna.call('POST', `/api/messages/${message.body.id}/report`, { reason: 'Only a test' })).status,
  ).toBeLessThan(300)
  const season = await competitionNamed(admin, (await admin.get('/api/competitions'))[0].name)
  await anna.call('POST', `/api/competitions/${season.id}/join`, {})
  const feedback = { category: 'bug', title: 'Something', description: 'It does not work.' }
  const [given, other] = [
    await anna.call('POST', '/api/feedback', feedback),
    await bob!.call('POST', '/api/feedback', feedback),
  ]
  expect(given.status).toBe(201)
  await anna.call('POST', `/api/feedback/${other.body.id}/vote`)
  await anna.call('PUT', '/api/notifications/settings', { muted: ['gameweek'] })
  const own: { id: number }[] = await anna.get('/api/predictions')
  const [hers, his] = [
    await sharedBy(
      anna,
      own.map(({ id }) => id),
    ),
    await sharedBy(bob!, [(await bob!.get('/api/predictions'))[0].id]),
  ]
  for (const [player, share] of [
    [anna, his],
    [bob!, hers],
  ] as const) {
    await player.call('POST', `${pageOf(share)}/comments`, { content: 'Hello' })
    for (const type of ['like', 'share']) await player.call('POST', `${pageOf(share)}/interact`, { type })
    await player.call('POST', `${pageOf(share)}/report`, { reason: 'Only a test' })
  }
  await bob!.call('PUT', `/api/users/${anna.id}/follow`)
  const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect((await anna.call('PATCH', '/api/wallet', { walletAddress })).status).toBe(200)
  app.clock.set(new Date(Date.parse(one!.kickoffTime) + 2 * 3_600_000).toISOString())
  await enter(admin, one!.id, 2, 1)
  await answered(app)
  await reacted(app)
}, 120_000)

afterAll(() => app?.close())

test('every column that names a player is declared by its area', async () => {
  const declared = holdings().flatMap(({ view, by, keeps = {} }) =>
    [...by, ...Object.keys(keeps)].map((column) => `${view}.${column}`),
  )
  const { rows } = await app.container.get(TYPES.Database).pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'read' and data_type in ('integer', 'bigint')
       and column_name ~ '(^|_)(user|creator|admin|captain|reporter|player|author|member|owner|follower|followed)_id$|(^|_)winner$'`,
  )
  expect(rows.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([])
  const found = Object.keys(await namedIn())
  expect(found.filter((name) => !declared.includes(name))).toEqual([])
  expect(found.length).toBeGreaterThan(15)
})

test('what is exported of a player are their rows of every area', async () => {
  const exported = await anna.get('/api/user/export')
  const found = await namedIn()
  for (const [name, rows] of Object.entries(found)) {
    const [view = '', column = ''] = name.split('.')
    expect(exported.readModels[view], name).toHaveLength(rows.length)
    expect(JSON.stringify(exported.readModels[view]), name).toContain(`"${column}":${PERSON}`)
  }
  expect(exported.readModels.people).toMatchObject([{ username: anna.username }])
  expect(exported.readModels.predictions).toHaveLength(2)
})

test('who founded a private league and has left it is not given what it is now, its join code least of all', async () => {
  const [dora, emil] = await players(app, ['dora', 'emil'])
  const league = await leagueOf(dora!, { name: 'Left behind' })
  await joinedBy(league, emil!)
  expect((await dora!.call('DELETE', `/api/leagues/${league.id}/members/${dora!.id}`)).status).toBe(204)
  await reacted(app)
  expect((await dora!.get('/api/user/export')).readModels.leagues).toEqual([])
  expect((await emil!.get('/api/user/export')).readModels.leagues).toMatchObject([
    { id: league.id, creator_id: dora!.id },
  ])
})

test('a deleted player stands in no row but those that say why', async () => {
  await app.container.get(ACCOUNTS.Accounts).deleteUser(anna.id, {
    actor: null,
    at: new Date(app.clock.now()).toISOString(),
    correlationId: 'erasure',
    causationId: 'erasure',
    source: 'command',
  })
  await reacted(app)
  await answered(app)
  const found = await namedIn()
  const kept = holdings().flatMap(({ view, keeps = {} }) => Object.keys(keeps).map((column) => `${view}.${column}`))
  expect(Object.keys(found).filter((name) => !kept.includes(name))).toEqual([])
  expect(JSON.stringify(found)).not.toContain(anna.username)
})
