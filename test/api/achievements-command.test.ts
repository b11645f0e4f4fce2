import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  badgeEvents,
  badgesOf,
  enter,
  openFixtures,
  predict,
  retroactive,
  unlocked,
  unlockedOf,
} from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Player, players } from '../support/leagues.ts'
import { runCommandOn } from '../support/operator.ts'

describe('npm run achievements', () => {
  let before: TestApp
  let later: TestApp | undefined
  let ann: Player
  let bob: Player
  let predictedAt: string
  let finishedAt: string

  beforeAll(async () => {
    before = await startTestApp({ catalogue: [], isFirst: true })
    const admin = await before.admin()
    ;[ann, bob] = (await players(before, ['ann', 'bob'])) as [Player, Player]
    const [fixture] = await openFixtures(before, ann)
    predictedAt = new Date(before.clock.now()).toISOString()
    await predict(ann, fixture!.id, 2, 1)
    await predict(bob, fixture!.id, 0, 0)
    before.clock.advance(60_000)
    finishedAt = new Date(before.clock.now()).toISOString()
    await enter(admin, fixture!.id, 2, 1)
    await unlocked(before)
    await before.stop()
  })
  afterAll(async () => {
    await later?.close()
    await before?.close()
  })

  const command = (...args: string[]) => runCommandOn(before, 'achievements', args)

  test('a dry run prints the unlocks per player and changes nothing', async () => {
    const { lines, error, code } = await command('retroactive', '--dry-run')
    expect([code, code === 0 ? '' : error]).toEqual([0, ''])
    expect(lines).toEqual([
      'First Whistle (first-whistle): 2 players',
      'First Success (first-success): 1 player',
      'Score Predictor (score-predictor): 1 player',
      `${ann.username}: First Whistle (${predictedAt}), First Success (${finishedAt}), Score Predictor (${finishedAt})`,
      `${bob.username}: First Whistle (${predictedAt})`,
      '4 achievements would be unlocked for 2 players',
    ])
    expect(await badgeEvents(before)).toEqual([])
  })

  test('--only unlocks one, then the rest; a further run has nothing to do', async () => {
    const one = await command('retroactive', '--only', 'first-success')
    expect([one.code, one.lines.at(-1)]).toEqual([0, '1 achievement unlocked for 1 player'])
    expect([...badgesOf(await badgeEvents(before))]).toEqual([[`${ann.id} first-success`, finishedAt]])
    const rest = await command('retroactive')
    expect([rest.code, rest.lines.at(-1)]).toEqual([0, '3 achievements unlocked for 2 players'])
    const events = await badgeEvents(before)
    expect(badgesOf(events).size).toBe(4)
    const again = await command('retroactive')
    expect([again.code, again.lines]).toEqual([0, ['Nobody has anything to catch up on']])
    expect(again.error).not.toContain('0 of 0')
    expect(await badgeEvents(before)).toEqual(events)
  })

  test('invalid input is refused in one line', async () => {
    const unknown = await command('retroactive', '--only', 'no-such-thing')
    expect([unknown.code, unknown.error.trim().split('\n').at(-1)]).toEqual([
      1,
      'There is no achievement no-such-thing',
    ])
    for (const args of [[], ['unlock'], ['retroactive', '--all']]) {
      const { code, error } = await command(...args)
      expect([args, code, error.includes('    at ')]).toEqual([args, 1, false])
    }
    const help = await command('--help')
    expect([help.code, help.lines[0]]).toEqual([0, 'npm run achievements -- retroactive [--dry-run] [--only ID]'])
  })

  test('the server may be running', async () => {
    later = await startTestApp({ beside: before })
    await unlocked(later)
    const { code, lines } = await command('retroactive')
    expect([code, lines]).toEqual([0, ['Nobody has anything to catch up on']])
    expect(await retroactive(await later.admin())).toMatchObject({ totalUnlocked: 0 })
    const client = later.client()
    const here: Pick<Player, 'get'> = {
      get: async (path) => (await client.request('GET', path, undefined, { cookie: ann.cookie })).body,
    }
    expect(await unlockedOf(here as Player)).toEqual({
      'first-whistle': predictedAt,
      'first-success': finishedAt,
      'score-predictor': finishedAt,
    })
  })
})
