import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { FIXTURES } from '../../src/areas/fixtures/area.ts'
import { events } from '../../src/areas/index.ts'
import { PARTS, TYPES } from '../../src/identifiers.ts'
import { createEmit, type Emit } from '../../src/simulation/emit.ts'
import { createFindByName } from '../../src/simulation/names.ts'
import { testEventList } from '../../src/simulation/test-event-fields.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { leagueOf, type Player, players } from '../support/leagues.ts'
import { runCommandOn } from '../support/operator.ts'
import { ran } from '../support/testing.ts'

let app: TestApp
let admin: TestClient
let emit: Emit
let real: Player
/** A match with a result by hand, from before any simulated ones. */
let ruled: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  ;[real] = (await players(app, ['ann'])) as [Player]
  const { container, clock } = app
  const { db } = container.get(TYPES.Database)
  const engine = container.get(TYPES.Engine)
  emit = createEmit({
    events,
    ...{ db, clock, routes: container.getAll(PARTS.Routes).flat() },
    log: container.get(TYPES.Log),
    handler: container.get(TYPES.Handler),
    accounts: container.get(ACCOUNTS.Accounts),
    findByName: createFindByName({ db, seasons: container.get(FIXTURES.Seasons) }),
    shown({ position, types }) {
      engine.nudge()
      return engine.waitFor(position, types, 5_000)
    },
  })
  for (const username of ['test_bob', 'test_cleo']) await emit({ type: 'UserRegistered', data: { username } })
  ruled = (await openFixtures()).at(-2).id
  const byHand = { homeScore: 2, awayScore: 2, reason: 'Replayed' }
  expect((await admin.post(`/api/admin/fixtures/${ruled}/result`, byHand)).status).toBe(200)
})
afterAll(() => app?.close())

const types = async (asked: Promise<readonly { type: string }[]>) => (await asked).map(({ type }) => type)
const refused = (sentence: string, field?: string) => ({
  detail: sentence,
  ...(field === undefined ? {} : { errors: [{ path: field, message: sentence }] }),
})
/** A match by its clubs, as testers name it. */
const nameOf = ({ homeTeam, awayTeam }: any): string => `${homeTeam.shortName} v ${awayTeam.shortName}`
const openFixtures = async () => (await admin.get('/api/fixtures')).filter(({ isOpen }: any) => isOpen)

const unnumbered = async (): Promise<number> => {
  const { rows } = await sql<{ users: number }>`
    select count(*)::int as users from read.test_users where number is null`.execute(
    app.container.get(TYPES.Database).db,
  )
  return rows[0]!.users
}

describe('player actions', () => {
  test('use the same calls as the game, as simulated, and are refused with its sentence (R170, R171)', async () => {
    const [fixture] = await openFixtures()
    const pick = { fixtureId: nameOf(fixture), predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }
    const asBob = { type: 'PredictionSubmitted', as: 'test_bob', data: pick }
    const [event, ...more] = await emit(asBob)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'PredictionSubmitted',
      data: { fixtureId: fixture.id, pick: { result: 'home', score: { home: 2, away: 1 } } },
      metadata: { source: 'simulation', simulated: true },
    })
    expect(event!.metadata.actor).toBe((event!.data as any).userId)
    await expect(emit(asBob)).rejects.toMatchObject(refused('You have already predicted this match'))
    await expect(emit({ ...asBob, as: 'test_cleo', data: { ...pick, predictedHomeScore: 12 } })).rejects.toMatchObject(
      refused('Scores are 0 to 9', 'predictedHomeScore'),
    )
    await emit({ type: 'MatchStarted', data: { fixtureId: fixture.id } })
    await expect(emit({ ...asBob, as: 'test_cleo' })).rejects.toMatchObject(refused('Prediction period has ended'))
  })

  test('only test users act, and only they are created (R171)', async () => {
    const data = { name: 'Emitted' }
    await expect(emit({ type: 'LeagueCreated', as: real.username, data })).rejects.toMatchObject(
      refused(`Only users whose names begin with test_ act here, and ${real.username} is none`, 'as'),
    )
    await expect(emit({ type: 'LeagueCreated', data })).rejects.toMatchObject(
      refused('LeagueCreated needs the player who acts', 'as'),
    )
    await expect(emit({ type: 'LeagueCreated', as: 'test_nobody', data })).rejects.toMatchObject(
      refused('There is no player test_nobody', 'as'),
    )
    await expect(emit({ type: 'UserRegistered', data: { username: 'dora' } })).rejects.toMatchObject(
      refused('Usernames of test users begin with test_', 'username'),
    )
    await expect(emit({ type: 'UserRegistered', data: { username: 'TEST_bob' } })).rejects.toMatchObject(
      refused('That username is already taken'),
    )
  })

  test('a test user with a password signs in; a deleted one is gone', async () => {
    await emit({ type: 'UserRegistered', data: { username: 'test_dan', password: 'password-1' } })
    const signIn = () => app.client().post('/api/login', { username: 'test_dan', password: 'password-1' })
    expect((await signIn()).status).toBe(200)
    expect(await types(emit({ type: 'UserDeleted', as: 'test_dan', data: {} }))).toEqual(['UserDeleted'])
    expect((await signIn()).status).toBe(401)
  })

  test('leagues, teams, chat, shares and all else by id or by name (R170)', async () => {
    const bob = (type: string, data = {}) => emit({ type, as: 'test_bob', data })
    const cleo = (type: string, data = {}) => emit({ type, as: 'test_cleo', data })
    const idOf = (events: readonly { data: unknown }[], id: string): number => (events[0]!.data as any)[id]
    const leagueId = idOf(await bob('LeagueCreated', { name: 'The Emitters', type: 'public' }), 'leagueId')
    expect(await types(cleo('LeagueJoined', { leagueId: 'The Emitters' }))).toEqual(['LeagueJoined'])
    await expect(cleo('LeagueJoined', { leagueId })).rejects.toMatchObject(
      refused('You are already a member of this league'),
    )
    expect(await types(bob('LeagueChanged', { leagueId, description: 'of events' }))).toEqual(['LeagueChanged'])
    const [code] = await bob('LeagueJoinCodeChanged', { leagueId })
    const { joinCode } = code!.data as { joinCode: string }
    const teamId = idOf(await bob('LeagueTeamCreated', { leagueId, name: 'The Reds' }), 'teamId')
    expect(await types(cleo('LeagueTeamJoined', { teamId }))).toEqual(['LeagueTeamJoined'])
    const vice = { teamId, userId: 'test_cleo', role: 'vice-captain' }
    expect(await types(bob('LeagueTeamRoleChanged', vice))).toEqual(['LeagueTeamRoleChanged'])
    expect(await types(cleo('LeagueTeamLeft', { teamId }))).toEqual(['LeagueTeamLeft'])
    const messageId = idOf(await cleo('MessagePosted', { leagueId, content: 'Hello' }), 'messageId')
    expect(await types(cleo('MessageEdited', { messageId, content: 'Hello all' }))).toEqual(['MessageEdited'])
    expect(await types(bob('MessageReported', { messageId }))).toEqual(['MessageReported'])
    expect(await types(bob('MessageDeleted', { messageId }))).toEqual(['MessageDeleted'])
    expect(await types(cleo('LeagueLeft', { leagueId }))).toEqual(['LeagueLeft'])
    expect(await types(cleo('LeagueJoined', { joinCode }))).toEqual(['LeagueJoined'])
    expect(await types(bob('LeagueAdminChanged', { leagueId, adminId: 'test_cleo' }))).toEqual(['LeagueAdminChanged'])

    const [competition] = (await admin.get('/api/competitions')).filter(({ status }: any) => status === 'upcoming')
    const ofRoom = { competitionId: competition.name }
    expect(await types(bob('CompetitionJoined', ofRoom))).toEqual(['CompetitionJoined'])
    expect(await types(bob('MessagePosted', { ...ofRoom, content: 'Good luck' }))).toEqual(['MessagePosted'])

    expect(await types(bob('PlayerFollowed', { followedId: 'test_cleo' }))).toEqual(['PlayerFollowed'])
    expect(await types(bob('PlayerFollowed', { followedId: 'test_cleo' }))).toEqual([])
    expect(await types(bob('PlayerUnfollowed', { followedId: 'test_cleo' }))).toEqual(['PlayerUnfollowed'])

    const [, fixture] = await openFixtures()
    const pick = { fixtureId: fixture.id, predictedResult: 'draw' }
    const predictionId = idOf(await bob('PredictionSubmitted', pick), 'predictionId')
    const other = { predictionId, predictedResult: 'away' }
    expect(await types(bob('PredictionUpdated', other))).toEqual(['PredictionUpdated'])
    const shareUrl = idOf(await bob('PredictionsShared', { predictionIds: [predictionId], title: 'Mine' }), 'shareId')
    expect(await types(cleo('ShareLiked', { shareUrl }))).toEqual(['ShareLiked'])
    expect(await types(cleo('ShareUnliked', { shareUrl }))).toEqual(['ShareUnliked'])
    expect(await types(cleo('SharePassedOn', { shareUrl }))).toEqual(['SharePassedOn'])
    expect(await types(cleo('ShareReported', { shareUrl, reason: 'Loud' }))).toEqual(['ShareReported'])
    const commentId = idOf(await cleo('ShareCommented', { shareUrl, content: 'Never' }), 'commentId')
    expect(await types(bob('ShareCommentReported', { commentId }))).toEqual(['ShareCommentReported'])
    expect(await types(bob('ShareCommentDeleted', { commentId }))).toEqual(['ShareCommentDeleted'])
    expect(await types(bob('ShareDeleted', { shareUrl }))).toEqual(['ShareDeleted'])

    const said = { category: 'bug', title: 'A flaw', description: 'Ranks stand still.' }
    const feedbackId = idOf(await bob('FeedbackSubmitted', said), 'feedbackId')
    expect(await types(cleo('FeedbackVoted', { feedbackId }))).toEqual(['FeedbackVoted'])
    expect(await types(cleo('FeedbackVoteTakenBack', { feedbackId }))).toEqual(['FeedbackVoteTakenBack'])
    expect(await types(bob('NotificationsMuted', { muted: ['prize'] }))).toEqual(['NotificationsMuted'])
    const walletAddress = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    expect(await types(bob('WalletConnected', { walletAddress }))).toEqual(['WalletConnected'])
    expect(await types(bob('NameChanged', { firstName: 'Bob', lastName: 'Test' }))).toEqual(['NameChanged'])
    expect(await types(bob('ProfileChanged', { bio: 'Tests' }))).toEqual(['ProfileChanged'])
    expect(await types(bob('AvatarRemoved'))).toEqual([])
    expect(await types(bob('WalletDisconnected'))).toEqual(['WalletDisconnected'])
  })

  test('jokers are of the current season, as in a call without a season (R170)', async () => {
    const { id: fixtureId, gameweek } = (await openFixtures()).at(-1)
    await emit({ type: 'LeagueCreated', as: 'test_bob', data: { name: 'Jokers' } })
    const bob = (type: string, data = {}) =>
      emit({ type, as: 'test_bob', data: { leagueId: 'Jokers', gameweek, ...data } })
    await expect(bob('JokerPlaced', { fixtureId })).rejects.toMatchObject(
      refused(`This league has no joker in gameweek ${gameweek}`),
    )
    expect(await types(bob('JokerRemoved'))).toEqual([])
  })

  test('the content of a private league of others is not found for them (R170)', async () => {
    await leagueOf(real, { name: 'Behind doors' })
    const asked = { type: 'MessagePosted', as: 'test_bob', data: { leagueId: 'Behind doors', content: 'Hi' } }
    await expect(emit(asked)).rejects.toMatchObject(refused('League not found'))
  })
})

describe('reports of the fixture source', () => {
  test('are decided as from a source: results score picks, a ruling by hand holds (R172)', async () => {
    const [, , fixture] = await openFixtures()
    const fixtureId = nameOf(fixture)
    const pick = { fixtureId, predictedResult: 'away', predictedHomeScore: 0, predictedAwayScore: 3 }
    await emit({ type: 'PredictionSubmitted', as: 'test_bob', data: pick })
    const told = (type: string, data = {}) => types(emit({ type, data: { fixtureId, ...data } }))
    const score = (homeScore: number, awayScore: number) => ({ homeScore, awayScore })
    await expect(told('MatchResultCorrected', score(0, 3))).rejects.toMatchObject(
      refused('As the match stands, this would be MatchFinished, not MatchResultCorrected'),
    )
    expect(await told('MatchFinished', score(0, 3))).toEqual(['MatchFinished'])
    expect(await told('MatchFinished', score(0, 3))).toEqual([])
    expect(await told('MatchResultCorrected', score(1, 3))).toEqual(['MatchResultCorrected'])
    const played = (await admin.get('/api/fixtures')).find(({ id }: any) => id === fixture.id)
    expect(played).toMatchObject({ status: 'FINISHED', homeScore: 1, awayScore: 3, resultByHand: false })
    const onRuled = (type: string) => emit({ type, data: { fixtureId: ruled, ...score(0, 0) } })
    await expect(onRuled('MatchResultCorrected')).rejects.toMatchObject(
      refused('As the match stands, this would be FeedResultNoted, not MatchResultCorrected'),
    )
    expect(await types(onRuled('FeedResultNoted'))).toEqual(['FeedResultNoted'])
  })

  test('moves, postpones, starts, abandons, awards and cancels matches (R172)', async () => {
    const fixture = (await openFixtures()).at(-1)
    const told = async (type: string, data = {}) => types(emit({ type, data: { fixtureId: fixture.id, ...data } }))
    const now = async () => (await admin.get('/api/fixtures')).find(({ id }: any) => id === fixture.id)
    expect(await told('FixtureRescheduled', { kickoff: '2027-05-30T15:00:00Z' })).toEqual(['FixtureRescheduled'])
    expect((await now()).kickoffTime).toBe('2027-05-30T15:00:00.000Z')
    expect(await told('FixturePostponed')).toEqual(['FixturePostponed'])
    expect((await now()).status).toBe('POSTPONED')
    expect(await told('FixtureRescheduled', { kickoff: '2027-05-29T15:00:00Z' })).toEqual(['FixtureRescheduled'])
    expect(await told('FixtureMovedToGameweek', { gameweek: 37 })).toEqual(['FixtureMovedToGameweek'])
    expect(await told('MatchStarted')).toEqual(['MatchStarted'])
    expect(await told('MatchAbandoned')).toEqual(['MatchAbandoned'])
    expect(await told('MatchAwarded', { result: 'home' })).toEqual(['MatchAwarded'])
    expect(await told('FixtureCancelled')).toEqual(['FixtureCancelled'])
    expect((await now()).status).toBe('CANCELLED')
  })
})

describe('mistakes of a tester', () => {
  test('are named: the event, the field, the name (R170)', async () => {
    const wrong = (type: string, data = {}) => expect(emit({ type, as: 'test_bob', data })).rejects
    await wrong('MatchPostponed').toMatchObject(refused('There is no event MatchPostponed; there is FixturePostponed'))
    await wrong('Bogus').toMatchObject(refused('There is no event Bogus'))
    await wrong('GameweekSettled').toMatchObject(
      refused('GameweekSettled is not emitted: the game records it by itself'),
    )
    await wrong('MessageDeleted', { id: 1 }).toMatchObject(refused('id is none of the fields: messageId', 'id'))
    await wrong('LeagueAdminChanged', { leagueId: 1 }).toMatchObject(refused('adminId is missing', 'adminId'))
    await wrong('MatchStarted', { fixtureId: 'Arsenal v Juventus' }).toMatchObject(
      refused('There is no match Arsenal v Juventus', 'fixtureId'),
    )
    await wrong('MatchStarted', { fixtureId: 99_999 }).toMatchObject(refused('There is no such fixture'))
    await wrong('MatchFinished', { fixtureId: 1, homeScore: 'x' }).toMatchObject({
      errors: [
        { path: 'homeScore', message: 'homeScore has to be a whole number' },
        { path: 'awayScore', message: 'awayScore is missing' },
      ],
    })
    // R450: text that PostgreSQL cannot store.
    await wrong('MatchStarted', { fixtureId: 'Arsenal\0' }).toMatchObject(
      refused('fixtureId has to be a whole number', 'fixtureId'),
    )
    await expect(emit({ type: 'LeagueCreated', as: 'test_\0', data: { name: 'A' } })).rejects.toMatchObject(
      refused('There is no player test_\0', 'as'),
    )
    await wrong('LeagueCreated', { name: 'A\0' }).toMatchObject({ errors: [{ path: 'name' }] })
    for (const as of ['test_bob', 'test_cleo']) await emit({ type: 'LeagueCreated', as, data: { name: 'Twins' } })
    await wrong('LeagueLeft', { leagueId: 'Twins' }).toMatchObject(
      refused('There is more than one league Twins; please give its id', 'leagueId'),
    )
  })

  test('the list names every event, its fields from the schemas, and why others are not emitted (R170)', () => {
    const lines = testEventList(events, app.container.getAll(PARTS.Routes).flat())
    for (const type of Object.keys(events)) expect(lines.join('\n')).toMatch(new RegExp(`\\b${type}\\b`))
    const at = lines.indexOf('MatchFinished')
    expect(lines.slice(at, at + 4)).toEqual([
      'MatchFinished',
      "  fixtureId: whole number, or 'Arsenal v Chelsea'",
      '  homeScore: whole number (0 to 99)',
      '  awayScore: whole number (0 to 99)',
    ])
    expect(lines).toContain('  predictedAwayScore?: whole number (0 to 9) | null')
  })
})

describe('the testing tool beside emitted users', () => {
  test('generate founds one league for ten users, also if the id of one equals the number of another (R165)', async () => {
    // Users without a number come first. With as many of them, a later league begins with a user whose number is the id of the first.
    const { rows } = await sql<{ id: number }>`select min(user_id) as id from read.test_users`.execute(
      app.container.get(TYPES.Database).db,
    )
    const first = rows[0]!.id
    for (let n = 0; (await unnumbered()) % 10 !== (11 + first * 9) % 10; n++)
      await emit({ type: 'UserRegistered', data: { username: `test_extra_${'abcdefghij'[n]}` } })
    const users = (await unnumbered()) + first + 10
    const { leagues } = await ran(admin, 'POST', 'generate', { gameweeks: 1, users })
    expect(leagues).toBe(Math.ceil(users / 10))
    const names: string[] = (await admin.get('/api/leagues?limit=100')).map(({ name }: any) => name)
    expect(names.filter((name) => name.startsWith('Test League'))).toHaveLength(leagues)
  })
})

describe('npm run emit', () => {
  const command = (args: readonly string[], input = '') => runCommandOn(app, 'emit', args, { input })

  test('takes many events, one a line, until one is refused; a running game shows them (R170)', async () => {
    const lines = [
      { type: 'UserRegistered', data: { username: 'test_eve' } },
      { type: 'FixtureRescheduled', data: { fixtureId: 'Arsenal v Chelsea', kickoff: '2190-01-01T15:00:00Z' } },
      { type: 'PredictionSubmitted', data: { fixtureId: 'ARS v CHE', predictedResult: 'home' } },
      { type: 'MatchStarted', data: { fixtureId: 'Everton v Leeds' } },
      { type: 'MatchStarted', data: { fixtureId: 'Everton v Leeds' } },
      { type: 'LeagueCreated', data: { name: '' } },
      { type: 'LeagueCreated', data: { name: 'Never made' } },
    ]
    const input = lines.map((line) => JSON.stringify(line)).join('\n\n')
    const { lines: out, error, code } = await command(['--file', '-', '--as', 'test_eve'], input)
    expect([code, error]).toEqual([1, 'line 11: name: Give the league a name\n'])
    expect(out.map((line) => line.split(' ')[0])).toEqual([
      'UserRegistered',
      'FixtureRescheduled',
      'PredictionSubmitted',
      'MatchStarted',
      'MatchStarted',
    ])
    expect(out[4]).toBe('MatchStarted changes nothing in the current state')
    expect(out[2]).toMatch(/^PredictionSubmitted prediction-\d+-\d+@0 \{"predictionId":\d+,/)
    const users = await admin.get('/api/admin/users?search=test_eve')
    expect(users).toMatchObject([{ username: 'test_eve', totalPredictions: 1 }])
  })

  test('lists what is available; a mistake is one line and exit code 1 (R170)', async () => {
    const [list, unknown, off] = await Promise.all([
      command(['--list']),
      command(['MatchPostponed']),
      runCommandOn(app, 'emit', ['--list'], { env: { TESTING_TOOL: 'off' } }),
    ])
    expect([off.code, off.error]).toEqual([1, 'TESTING_TOOL is off; set TESTING_TOOL=on to allow this\n'])
    expect([list.code, list.lines[0]]).toEqual([0, 'UserRegistered'])
    expect([unknown.code, unknown.error]).toEqual([1, 'There is no event MatchPostponed; there is FixturePostponed\n'])
  })
})
