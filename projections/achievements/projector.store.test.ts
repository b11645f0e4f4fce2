import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AchievementEntry, catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { Outcome } from '../../src/areas/fixtures/events.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { achievementTables, eventRecorder } from '../../test/support/achievement-tables.ts'
import { testDatabase } from '../../test/support/postgres.ts'
import { createAchievementsGroup } from './projector.ts'
import type { Badge } from './rows.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const season = '2024-25'
const opening = Date.parse('2024-08-17T14:00:00.000Z')
const iso = (time: number) => new Date(time).toISOString()

/** Kickoff of the nth match of a gameweek: gameweeks are a week apart, matches an hour. */
const kickoffOf = (gameweek: number, n: number) => opening + 7 * day * (gameweek - 1) + (n - 1) * hour
const match = (gameweek: number, n: number) => 10 * gameweek + n

type Guess = Outcome | `${number}-${number}`
const pickOf = (guess: Guess) => {
  if (!guess.includes('-')) return { result: guess, score: null }
  const [home, away] = guess.split('-').map(Number) as [number, number]
  return { result: home > away ? 'home' : home < away ? 'away' : 'draw', score: { home, away } }
}

/** A log, written event by event. Time changes only with `at`; predictions are two days before kickoff by default. */
class Story {
  readonly events: RecordedEvent[] = []
  private readonly record = eventRecorder()
  private readonly picked = new Set<string>()
  now = opening - 30 * day

  /** Schedules this number of gameweeks and matches. */
  constructor(gameweeks = 1, matches = 5) {
    for (let gameweek = 1; gameweek <= gameweeks; gameweek++)
      for (let n = 1; n <= matches; n++) this.schedules(match(gameweek, n), gameweek, kickoffOf(gameweek, n))
  }

  append(type: string, data: unknown, simulated = false): RecordedEvent {
    const event = this.record({ type, data }, iso(this.now), simulated)
    this.events.push(event)
    return event
  }
  at(time: number): this {
    this.now = time
    return this
  }
  schedules(fixtureId: number, gameweek: number, kickoff: number, of = season): RecordedEvent {
    const teams = { homeTeamId: 2 * (fixtureId % 10) - 1, awayTeamId: 2 * (fixtureId % 10) }
    return this.append('FixtureScheduled', { fixtureId, season: of, gameweek, ...teams, kickoff: iso(kickoff) })
  }
  predicts(userId: number, fixtureId: number, guess: Guess, at?: number): RecordedEvent {
    const before = this.now
    this.now = at ?? kickoffOf(Math.floor(fixtureId / 10), fixtureId % 10) - 2 * day
    const key = `${userId} ${fixtureId}`
    const type = this.picked.has(key) ? 'PredictionUpdated' : 'PredictionSubmitted'
    this.picked.add(key)
    const event = this.append(type, { predictionId: this.events.length, userId, fixtureId, pick: pickOf(guess) })
    this.now = Math.max(before, this.now)
    return event
  }
  ends(fixtureId: number, score: `${number}-${number}`, type = 'MatchFinished', simulated = false): RecordedEvent {
    this.now = Math.max(this.now, kickoffOf(Math.floor(fixtureId / 10), fixtureId % 10) + 2 * hour)
    const [homeScore, awayScore] = score.split('-').map(Number)
    return this.append(type, { fixtureId, homeScore, awayScore, byHand: false, reason: null }, simulated)
  }
  isCorrected(fixtureId: number, score: `${number}-${number}`): RecordedEvent {
    return this.ends(fixtureId, score, 'MatchResultCorrected')
  }
  isLifted(fixtureId: number): RecordedEvent {
    return this.append('ResultLifted', { fixtureId, homeScore: null, awayScore: null, reason: null })
  }
  settles(gameweek: number): RecordedEvent {
    return this.append('GameweekSettled', { season, gameweek, fixtureIds: [] })
  }
  introduces(...achievementIds: string[]): RecordedEvent {
    return this.append('AchievementsIntroduced', { achievementIds })
  }
  orders(only: string | null = null, orderId: string = randomUUID()): string {
    this.append('RetroactiveUnlocksOrdered', { orderId, only })
    return orderId
  }
  unlocks(userId: number, achievementId: string, earnedBy = 'x'): RecordedEvent {
    const data = { userId, achievementId, name: achievementId, points: 5, season, earnedBy }
    return this.append('AchievementUnlocked', data)
  }
  revokes(userId: number, achievementId: string): RecordedEvent {
    const data = { userId, achievementId, name: achievementId, points: 5, season, lostBy: 'x', reason: 'x' }
    return this.append('AchievementRevoked', data)
  }
  deletes(userId: number): RecordedEvent {
    return this.append('UserDeleted', { userId })
  }
  /** Calls `does` for each player in turn. */
  each(userIds: readonly number[], does: (userId: number) => unknown): this {
    for (const userId of userIds) does(userId)
    return this
  }
}

const players = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Folds a story event by event (a long one by tens) and in one batch, asserts equal bytes, and returns the rows. */
async function folded({ events }: Story, rules: readonly AchievementEntry[] = catalogue) {
  let first: Record<string, string[]> | undefined
  let result: {
    badges: readonly Badge[]
    due: readonly Pick<Badge, 'user_id' | 'achievement'>[]
    bytes: Record<string, string[]>
    orders: readonly any[]
    players: any
  }
  for (const size of [events.length > 60 ? 10 : 1, 1_000]) {
    const tables = await achievementTables(database.db, rules)
    await tables.project(events, size)
    const bytes = await tables.bytes()
    first ??= bytes
    expect(bytes, `in batches of ${size}`).toEqual(first)
    const rows = await tables.rows<{ user_id: number; deeds: object; unlocked: number }>('players', 'user_id')
    result = {
      badges: await tables.badges(),
      due: await tables.due(),
      bytes,
      orders: await tables.rows('orders', 'number'),
      players: Object.fromEntries(rows.map((row) => [row.user_id, row])),
    }
    await tables.drop()
  }
  const { badges, due } = result!
  return {
    ...result!,
    due: (userId: number) => due.filter(({ user_id }) => user_id === userId).map(({ achievement }) => achievement),
    badge: (userId: number, id: string) =>
      badges.find(({ user_id, achievement }) => user_id === userId && achievement === id),
    earnedOf: (userId: number) =>
      badges
        .filter(({ user_id, earned_by }) => user_id === userId && earned_by !== null)
        .map((each) => each.achievement),
    /** Players who have earned the achievement. */
    with: (id: string) =>
      badges
        .filter(({ achievement, earned_by }) => achievement === id && earned_by !== null)
        .map((each) => each.user_id),
  }
}

describe('an earned badge', () => {
  test('is dated by the event that made it true, and booked in the season of its match', async () => {
    const story = new Story()
    const submitted = story.predicts(1, match(1, 1), '2-1')
    const finished = story.ends(match(1, 1), '2-1')
    const { badge, earnedOf } = await folded(story)
    expect(earnedOf(1)).toEqual(['first-success', 'first-whistle', 'score-predictor'])
    expect(badge(1, 'first-whistle')).toMatchObject({
      earned_by: submitted.id,
      earned_at: submitted.metadata.at,
      season,
    })
    expect(badge(1, 'first-success')).toMatchObject({ earned_by: finished.id, earned_at: finished.metadata.at, season })
  })

  test('that is lost and earned again has the date of the second earning; a lost one is not earned', async () => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.ends(match(1, 1), '2-1')
    story.isCorrected(match(1, 1), '0-0')
    expect((await folded(story)).earnedOf(1)).toEqual(['first-whistle'])
    const again = story.isCorrected(match(1, 1), '2-1')
    expect((await folded(story)).badge(1, 'first-success')).toMatchObject({ earned_by: again.id })
  })

  test('that belongs to no match is booked in the current season; one of a competition in its season', async () => {
    const story = new Story()
    story.schedules(99, 1, opening + 400 * day, '2025-26')
    story.append('CompetitionCreated', { competitionId: 3, season: '2025-26', kind: 'cup' })
    story.append('LeagueJoined', { leagueId: 1, userId: 1, how: 'code' })
    story.append('CompetitionJoined', { competitionId: 3, userId: 1 })
    story.at(opening + 390 * day).append('LeagueJoined', { leagueId: 1, userId: 2, how: 'code' })
    const { badge } = await folded(story)
    expect(badge(1, 'in-the-squad')?.season).toBe(season)
    expect(badge(1, 'in-the-hat')?.season).toBe('2025-26')
    expect(badge(2, 'in-the-squad')?.season).toBe('2025-26')
  })

  test('and its loss have the simulation mark of their event', async () => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.ends(match(1, 1), '2-1', 'MatchFinished', true)
    expect((await folded(story)).badge(1, 'first-success')).toMatchObject({ simulated: true })
    story.unlocks(1, 'first-success')
    story.append('ResultLifted', { fixtureId: match(1, 1), homeScore: null, awayScore: null, reason: null }, true)
    expect((await folded(story)).badge(1, 'first-success')).toMatchObject({ simulated: true, earned_by: null })
  })

  test('does not change when a result that it does not depend on is corrected and reverted', async () => {
    const build = (): Story => {
      const story = new Story(2)
      for (const userId of players(6)) {
        for (const gameweek of [1, 2])
          for (const n of [1, 2, 3, 4, 5]) story.predicts(userId, match(gameweek, n), n % userId === 0 ? '1-0' : '2-2')
      }
      for (const n of [1, 2, 3, 4, 5]) story.ends(match(1, n), '1-0')
      story.settles(1)
      for (const n of [1, 2, 3, 4, 5]) story.ends(match(2, n), '2-2')
      return story
    }
    const straight = build()
    const detour = build()
    detour.isCorrected(match(1, 1), '0-3')
    detour.isCorrected(match(2, 2), '1-0')
    detour.isCorrected(match(1, 1), '1-0')
    detour.isCorrected(match(2, 2), '2-2')
    const [a, b] = [await folded(straight), await folded(detour)]
    for (const table of ['seasons', 'cards', 'players', 'ranks']) expect(b.bytes[table], table).toEqual(a.bytes[table])
    const having = (badges: readonly Badge[]) => badges.filter(({ earned_by }) => earned_by !== null)
    const names = (badges: readonly Badge[]) => badges.map(({ user_id, achievement }) => `${user_id} ${achievement}`)
    const [before, after] = [having(a.badges), having(b.badges)]
    expect(names(after)).toEqual(names(before))
    const indexOf = (story: Story, badge: Badge) => story.events.findIndex(({ id }) => id === badge.earned_by)
    const moved = after.filter((badge, index) => indexOf(detour, badge) !== indexOf(straight, before[index]!))
    expect(moved.length).toBeGreaterThan(0)
    for (const badge of moved) expect(indexOf(detour, badge)).toBeGreaterThanOrEqual(straight.events.length)
    expect(moved.map(({ achievement }) => achievement)).not.toContain('first-whistle')
  })
})

describe('an introduced achievement', () => {
  /** Player 1 earns `first-whistle`, and with the result `first-success`. */
  const begun = (): Story => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.predicts(2, match(1, 1), '0-0')
    return story
  }

  test('is held if it was earned before its introduction, and not afterwards', async () => {
    const story = begun()
    story.introduces('first-whistle', 'first-success')
    story.ends(match(1, 1), '1-0')
    const { badge } = await folded(story)
    expect(badge(1, 'first-whistle')).toMatchObject({ held: true, unlock_id: null })
    expect(badge(1, 'first-success')).toMatchObject({ held: false, unlock_id: null })
  })

  test('an order releases all held badges and counts badges and users; a second one releases none', async () => {
    const story = begun()
    story.introduces('first-whistle', 'first-success', 'score-predictor')
    const [first, second] = [story.orders(), story.orders()]
    const { badges, orders } = await folded(story)
    expect(badges).toMatchObject([
      { user_id: 1, held: false, order_number: 1 },
      { user_id: 2, held: false, order_number: 1 },
    ])
    expect(orders).toMatchObject([
      { number: 1, id: first, only_achievement: null, achievements: 2, users: 2 },
      { number: 2, id: second, achievements: 0, users: 0 },
    ])
  })

  test('an order for one achievement releases no other', async () => {
    const story = begun()
    story.ends(match(1, 1), '1-0')
    story.introduces('first-whistle', 'first-success')
    story.orders('first-success')
    const { badge, orders } = await folded(story)
    expect(badge(1, 'first-success')).toMatchObject({ held: false, order_number: 1 })
    expect(badge(1, 'first-whistle')).toMatchObject({ held: true, order_number: null })
    expect(orders).toMatchObject([{ only_achievement: 'first-success', achievements: 1, users: 1 }])
  })

  test('an order releases no achievement introduced after it', async () => {
    const story = begun()
    story.orders()
    story.introduces('first-whistle')
    const { badge, orders } = await folded(story)
    expect(badge(1, 'first-whistle')).toMatchObject({ held: true })
    expect(orders).toMatchObject([{ achievements: 0, users: 0 }])
  })

  test('is not held if it was lost and earned again after its introduction', async () => {
    const story = begun()
    story.ends(match(1, 1), '1-0')
    story.introduces('first-success')
    story.isCorrected(match(1, 1), '1-1')
    story.isCorrected(match(1, 1), '1-0')
    expect((await folded(story)).badge(1, 'first-success')).toMatchObject({ held: false })
  })

  test('is not held after it was unlocked and revoked', async () => {
    const story = begun()
    expect((await folded(story)).badge(1, 'first-whistle')).toMatchObject({ held: true })
    story.unlocks(1, 'first-whistle')
    story.revokes(1, 'first-whistle')
    expect((await folded(story)).badge(1, 'first-whistle')).toMatchObject({ held: false, unlock_id: null })
  })

  test('a rule added after the season is earned at the time of its event, and held until an order', async () => {
    const story = begun()
    story.introduces(...catalogue.map(({ id }) => id))
    const finished = story.ends(match(1, 1), '3-3')
    story.at(opening + 300 * day).introduces('three-all')
    const rule: AchievementEntry = { ...catalogue[0]!, id: 'three-all', name: 'Three All', count: ({ draws }) => draws }
    const more = [...catalogue, rule]
    expect((await folded(story, more)).badge(2, 'three-all')).toMatchObject({
      earned_by: finished.id,
      earned_at: finished.metadata.at,
      held: true,
    })
    story.orders('three-all')
    const { badge, orders } = await folded(story, more)
    expect(badge(2, 'three-all')).toMatchObject({ earned_at: finished.metadata.at, held: false })
    expect(orders).toMatchObject([{ achievements: 1, users: 1 }])
  })

  test('another catalogue has another version of the tables, an equal one the same', () => {
    const version = (rules: readonly AchievementEntry[]) => createAchievementsGroup(rules).version
    const [one, ...others] = catalogue
    expect(version(structuredCloneOf(catalogue))).toBe(version(catalogue))
    expect(version(others)).not.toBe(version(catalogue))
    expect(version([{ ...one!, of: 2 }, ...others])).not.toBe(version(catalogue))
    expect(version([{ ...one!, revision: 2 }, ...others])).not.toBe(version(catalogue))
    expect(version([{ ...one!, description: 'Another text' }, ...others])).toBe(version(catalogue))
  })
  const structuredCloneOf = (rules: readonly AchievementEntry[]) => rules.map((rule) => ({ ...rule }))
})

describe('an unlocked badge', () => {
  test('has its unlocking and its earning, and counts; nothing is due', async () => {
    const story = new Story()
    const submitted = story.predicts(1, match(1, 1), '2-1')
    const unlocked = story.unlocks(1, 'first-whistle')
    const { badge, players: rows } = await folded(story)
    expect(badge(1, 'first-whistle')).toMatchObject({
      ...{ earned_by: submitted.id, unlock_id: unlocked.id, unlocked_at: unlocked.metadata.at, unlock_points: 5 },
      held: false,
    })
    expect(rows[1]).toMatchObject({ unlocked: 1 })
  })

  test('that is no longer earned is due to be revoked, with the cause of its loss', async () => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.ends(match(1, 1), '2-1')
    story.unlocks(1, 'score-predictor')
    const corrected = story.isCorrected(match(1, 1), '3-1')
    const { badge } = await folded(story)
    expect(badge(1, 'score-predictor')).toMatchObject({
      earned_by: null,
      lost: { event: corrected.id, type: 'MatchResultCorrected', at: corrected.metadata.at, fixtureId: match(1, 1) },
    })
    expect(badge(1, 'score-predictor')?.unlock_id).not.toBeNull()
  })

  test('that was unlocked after its loss is due to be revoked, with the cause of its loss', async () => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.ends(match(1, 1), '2-1')
    const corrected = story.isCorrected(match(1, 1), '3-1')
    story.unlocks(1, 'score-predictor')
    const { badge } = await folded(story)
    expect(badge(1, 'score-predictor')).toMatchObject({ earned_by: null, lost: { event: corrected.id } })
  })

  describe('that was lost and earned again before a check has lost its first cause', () => {
    const lostAndEarned = (story: Story) => {
      const lost = story.isCorrected(match(1, 1), '3-1')
      return { lost, again: story.isCorrected(match(1, 1), '2-1') }
    }
    const beginning = () => {
      const story = new Story()
      story.predicts(1, match(1, 1), '2-1')
      return { story, first: story.ends(match(1, 1), '2-1') }
    }
    const expectDue = async (story: Story, { lost, again }: ReturnType<typeof lostAndEarned>, first: RecordedEvent) => {
      const { badge, due } = await folded(story)
      expect(badge(1, 'score-predictor')).toMatchObject({
        ...{ earned_by: again.id, lost: { event: lost.id }, unlock_earned_by: first.id },
      })
      expect(due(1)).toContain('score-predictor')
    }

    test('after its unlocking', async () => {
      const { story, first } = beginning()
      story.unlocks(1, 'score-predictor', first.id)
      await expectDue(story, lostAndEarned(story), first)
    })

    test('before its unlocking was recorded', async () => {
      const { story, first } = beginning()
      const moved = lostAndEarned(story)
      story.unlocks(1, 'score-predictor', first.id)
      await expectDue(story, moved, first)
    })

    test('nothing is due after it was revoked and unlocked again', async () => {
      const { story, first } = beginning()
      story.unlocks(1, 'score-predictor', first.id)
      const { again } = lostAndEarned(story)
      story.revokes(1, 'score-predictor')
      story.unlocks(1, 'score-predictor', again.id)
      const { badge, due } = await folded(story)
      expect(badge(1, 'score-predictor')).toMatchObject({ earned_by: again.id, unlock_earned_by: again.id })
      expect(due(1)).not.toContain('score-predictor')
    })

    test('nothing is due if only a changed rule dates it differently', async () => {
      const { story } = beginning()
      story.unlocks(1, 'score-predictor', 'another')
      expect((await folded(story)).due(1)).not.toContain('score-predictor')
    })
  })

  test('that was never earned by current rules is due to be revoked, without a cause', async () => {
    const story = new Story()
    story.unlocks(1, 'score-predictor')
    expect((await folded(story)).badge(1, 'score-predictor')).toMatchObject({ earned_by: null, lost: null })
  })

  test('does not count after it was revoked; a second revocation changes nothing', async () => {
    const story = new Story()
    story.unlocks(1, 'score-predictor')
    story.revokes(1, 'score-predictor')
    story.revokes(1, 'score-predictor')
    const { badge, players: rows } = await folded(story)
    expect(badge(1, 'score-predictor')).toMatchObject({ earned_by: null, unlock_id: null, unlocked_at: null })
    expect(rows[1]).toMatchObject({ unlocked: 0 })
  })

  test('that was revoked but is still earned is due to be unlocked again', async () => {
    const story = new Story()
    story.introduces('first-whistle')
    story.predicts(1, match(1, 1), '2-1')
    story.unlocks(1, 'first-whistle')
    story.revokes(1, 'first-whistle')
    expect((await folded(story)).badge(1, 'first-whistle')).toMatchObject({ held: false, unlock_id: null })
  })

  test('is the same when two nodes alternate: a cached season is not used after another node has changed it', async () => {
    const story = new Story(2)
    for (const gameweek of [1, 2]) story.each(players(3), (id) => story.predicts(id, match(gameweek, id), `${id}-0`))
    for (const n of [1, 2, 3]) story.ends(match(1, n), '2-0')
    story.isCorrected(match(1, 1), '1-0')
    story.settles(1)
    story.ends(match(2, 3), '3-0')
    const [tables, whole] = [await achievementTables(database.db), await achievementTables(database.db)]
    const other = createAchievementsGroup(catalogue)
    for (const [index, event] of story.events.entries())
      await tables.project([event], 1, index % 3 === 0 ? other : undefined)
    await whole.project(story.events)
    expect(await tables.bytes()).toEqual(await whole.bytes())
    await Promise.all([tables.drop(), whole.drop()])
  })

  test('notifies only players who gain or lose one', async () => {
    const story = new Story()
    story.predicts(1, match(1, 1), '2-1')
    story.predicts(2, match(1, 1), '2-1')
    story.unlocks(1, 'first-whistle')
    story.revokes(3, 'pundit')
    const tables = await achievementTables(database.db)
    expect(await tables.project(story.events)).toEqual([
      { room: 'user:1', topic: 'achievements' },
      { room: 'user:3', topic: 'achievements' },
    ])
    await tables.drop()
  })
})

describe('a prediction', () => {
  const whistles = async (does: (story: Story) => unknown) => {
    const story = new Story()
    does(story)
    return (await folded(story)).earnedOf(1)
  }
  const kickoff = kickoffOf(1, 1)
  const predictedBefore = (time: number) => whistles((story) => story.predicts(1, match(1, 1), '1-0', kickoff - time))

  test('after the cutoff is void and never counts', async () => {
    expect(await predictedBefore(5 * minute)).toEqual([])
    expect(await predictedBefore(4 * minute)).toEqual([])
    const cheat = (story: Story) => {
      story.ends(match(1, 1), '4-3')
      story.predicts(1, match(1, 1), '4-3', kickoff - day)
      story.settles(1)
    }
    expect(await whistles(cheat)).toEqual([])
  })

  test('is unchanged by an update after the cutoff; an update of a void one is the first that counts', async () => {
    const tooLate = (story: Story) => {
      story.predicts(1, match(1, 1), '0-0')
      story.predicts(1, match(1, 1), '4-3', kickoff)
      story.ends(match(1, 1), '4-3')
    }
    expect(await whistles(tooLate)).toEqual(['first-whistle'])
    const reopened = (story: Story) => {
      story.predicts(1, match(1, 1), '0-0', kickoff)
      story.append('FixtureRescheduled', { fixtureId: match(1, 1), kickoff: iso(kickoff + 5 * day), closed: false })
      story.predicts(1, match(1, 1), '4-3', kickoff + day)
    }
    expect(await whistles(reopened)).toEqual(['first-whistle'])
  })

  test('that was void and is submitted again counts once, with its second time', async () => {
    const fixtureId = match(1, 1)
    const pick = { result: 'home', score: { home: 1, away: 0 } }
    const again = (at: number) =>
      whistles((story) => {
        story.ends(fixtureId, '1-0')
        story.predicts(1, fixtureId, '1-0', kickoff - 15 * minute)
        story.isLifted(fixtureId)
        story.at(at).append('PredictionSubmitted', { predictionId: 2, userId: 1, fixtureId, pick })
      })
    expect(await again(kickoff - day)).toEqual(['first-whistle'])
    expect(await again(kickoff - 15 * minute)).toEqual(['first-whistle', 'stoppage-time'])
  })

  test('of a match that is cancelled, abandoned, awarded or under way is void; of a postponed one it is not', async () => {
    const fixtureId = match(1, 1)
    const predictedAfter = (type: string, data: object = {}) =>
      whistles((story) => {
        story.append(type, { fixtureId, byHand: true, reason: 'x', ...data })
        story.predicts(1, fixtureId, '1-0', kickoff - day)
      })
    expect(await predictedAfter('FixtureCancelled')).toEqual([])
    expect(await predictedAfter('MatchAbandoned', { closed: false })).toEqual([])
    expect(await predictedAfter('MatchAwarded', { result: 'home' })).toEqual([])
    expect(await predictedAfter('MatchStarted')).toEqual([])
    expect(await predictedAfter('FixturePostponed', { closed: true })).toEqual([])
    expect(await predictedAfter('FixturePostponed', { closed: false })).toEqual(['first-whistle'])
  })

  test('follows the cutoff of the kickoff at its time; a passed cutoff stays passed', async () => {
    const fixtureId = match(1, 1)
    const moved = (to: number, closed: boolean, at: number) =>
      whistles((story) => {
        story.at(kickoff - hour).append('FixtureRescheduled', { fixtureId, kickoff: iso(to), closed, byHand: true })
        story.predicts(1, fixtureId, '1-0', at)
      })
    expect(await moved(kickoff + day, false, kickoff + hour)).toEqual(['first-whistle'])
    expect(await moved(kickoff - 30 * minute, false, kickoff - 40 * minute)).toEqual(['first-whistle', 'stoppage-time'])
    expect(await moved(kickoff - 30 * minute, false, kickoff - 20 * minute)).toEqual([])
    expect(await moved(kickoff + day, true, kickoff + hour)).toEqual([])
    const closedLater = (type: string, data: object) =>
      whistles((story) => {
        story.at(kickoff + hour).append(type, { fixtureId, byHand: true, reason: 'x', closed: true, ...data })
        story.predicts(1, fixtureId, '1-0', kickoff + 10 * minute)
      })
    expect(await closedLater('FixturePostponed', {})).toEqual([])
    expect(await closedLater('FixtureRescheduled', { kickoff: iso(kickoff + day) })).toEqual([])
  })

  test('is early until exactly a week before kickoff; an update does not count', async () => {
    const early = (time: number) => async () => {
      const story = new Story(2)
      for (let n = 1; n <= 5; n++)
        for (const gameweek of [1, 2])
          story.predicts(1, match(gameweek, n), '1-0', kickoffOf(gameweek, n) - (n === 5 ? time : 8 * day))
      story.predicts(1, match(1, 1), '2-0', kickoffOf(1, 1) - 8 * day)
      return (await folded(story)).earnedOf(1).includes('early-bird')
    }
    expect(await early(7 * day)()).toBe(true)
    expect(await early(7 * day - 1)()).toBe(false)
  })

  test('is late in the last ten minutes before the cutoff', async () => {
    expect(await predictedBefore(15 * minute + 1)).toEqual(['first-whistle'])
    expect(await predictedBefore(15 * minute)).toEqual(['first-whistle', 'stoppage-time'])
    expect(await predictedBefore(5 * minute + 1)).toEqual(['first-whistle', 'stoppage-time'])
  })
})

describe('a settled gameweek', () => {
  /** Gameweek 1, played and settled. Player n has `rights[n - 1]` of the five matches right. */
  const week = (rights: readonly number[]): Story => {
    const story = new Story()
    for (const [index, right] of rights.entries())
      for (let n = 1; n <= 5; n++) story.predicts(index + 1, match(1, n), n <= right ? 'home' : 'away')
    for (let n = 1; n <= 5; n++) story.ends(match(1, n), '1-0')
    story.settles(1)
    return story
  }

  test('rewards the leaders of five players, level ones too; four players are too few', async () => {
    expect((await folded(week([3, 2, 1, 1, 0]))).with('leaderboard-king')).toEqual([1])
    expect((await folded(week([2, 3, 1, 1, 3]))).with('leaderboard-king')).toEqual([2, 5])
    expect((await folded(week([3, 2, 1, 1]))).with('leaderboard-king')).toEqual([])
  })

  test('rewards no player without points', async () => {
    const { with: having } = await folded(week(players(25).map(() => 0)))
    for (const id of ['leaderboard-king', 'top-ten', 'player-of-the-week']) expect(having(id), id).toEqual([])
  })

  test('has a top ten from 20 players on, including players level with the tenth', async () => {
    const rights = (count: number) => players(count).map((n) => (n <= 9 ? 5 : n <= 11 ? 4 : 1))
    expect((await folded(week(rights(20)))).with('top-ten')).toEqual(players(11))
    expect((await folded(week(rights(19)))).with('top-ten')).toEqual([])
  })

  test('compares only players with a settled prediction', async () => {
    const story = new Story(2)
    for (const userId of players(4)) for (let n = 1; n <= 5; n++) story.predicts(userId, match(1, n), 'home')
    story.predicts(5, match(2, 1), 'home')
    for (let n = 1; n <= 5; n++) story.ends(match(1, n), '1-0')
    story.settles(1)
    expect((await folded(story)).with('leaderboard-king')).toEqual([])
  })

  test('is won by the player with most points in it, regardless of the season', async () => {
    const story = new Story(2)
    for (const userId of players(5))
      for (const gameweek of [1, 2])
        for (let n = 1; n <= 5; n++)
          story.predicts(userId, match(gameweek, n), (gameweek === 1) === (userId === 1) ? 'home' : 'away')
    for (let n = 1; n <= 5; n++) story.ends(match(1, n), '1-0')
    story.settles(1)
    for (let n = 1; n <= 5; n++) story.ends(match(2, n), n === 1 ? '1-0' : '0-1')
    story.settles(2)
    const { with: having } = await folded(story)
    expect(having('player-of-the-week')).toEqual([1])
    expect(having('leaderboard-king')).toEqual([1])
  })

  test('is decided once: a later correction rewards no other player', async () => {
    const story = week([3, 2, 1, 1, 0])
    for (const n of [1, 2, 3]) story.isCorrected(match(1, n), '0-1')
    expect((await folded(story)).with('leaderboard-king')).toEqual([1])
  })

  /** Player 102 is last after gameweek 2 and first after gameweek `second`, which settles next. */
  const climbing = (second: number, count = 102): Story => {
    const story = new Story(3, 2)
    for (const userId of players(count)) {
      story.predicts(userId, match(2, 1), userId === count ? 'away' : 'home')
      for (const gameweek of [1, 3]) story.predicts(userId, match(gameweek, 1), userId === count ? '1-0' : 'draw')
    }
    story.ends(match(2, 1), '1-0')
    story.settles(2)
    story.ends(match(second, 1), '1-0')
    story.settles(second)
    return story
  }

  test('rewards players who climbed a hundred places since the previous gameweek', async () => {
    const { with: having, players: rows } = await folded(climbing(3))
    expect(having('comeback')).toEqual([102])
    expect(rows[102].deeds).toMatchObject({ climb: 101 })
    expect((await folded(climbing(3, 100))).with('comeback')).toEqual([])
  })

  test('that settles after a later one causes no rank movement', async () => {
    expect((await folded(climbing(1))).with('comeback')).toEqual([])
  })
})

describe('the crowd of a match', () => {
  /** Of `count` players only the first predicts match 1 correctly. */
  const alone = (count: number): Story => {
    const story = new Story()
    for (const userId of players(count)) story.predicts(userId, match(1, 1), userId === 1 ? 'away' : 'home')
    return story
  }

  test('is counted when its gameweek settles: a surprise needs ten players, a lone voice twenty', async () => {
    for (const count of [9, 10, 19, 20]) {
      const story = alone(count)
      story.ends(match(1, 1), '0-1')
      expect((await folded(story)).with('lone-voice')).toEqual([])
      const settled = story.settles(1)
      const { badge } = await folded(story)
      expect(badge(1, 'lone-voice')?.earned_by).toBe(count >= 20 ? settled.id : undefined)
      expect(badge(1, 'giant-killer')?.earned_by).toBe(count >= 10 ? settled.id : undefined)
    }
  })

  test('of a match played after the settlement is counted with its result', async () => {
    const story = alone(20)
    story.settles(1)
    const finished = story.ends(match(1, 1), '0-1')
    expect((await folded(story)).badge(1, 'lone-voice')).toMatchObject({ earned_by: finished.id })
  })

  test('does not change when an account is deleted later', async () => {
    const story = alone(20)
    story.ends(match(1, 1), '0-1')
    story.settles(1)
    story.deletes(10)
    expect((await folded(story)).with('lone-voice')).toEqual([1])
    const before = alone(20)
    before.deletes(10)
    before.ends(match(1, 1), '0-1')
    before.settles(1)
    expect((await folded(before)).with('lone-voice')).toEqual([])
  })

  test('is counted again if a result was lifted and the match predicted again', async () => {
    const story = alone(20)
    story.ends(match(1, 1), '0-1', 'MatchFinished', true)
    story.settles(1)
    story.isLifted(match(1, 1))
    story.predicts(2, match(1, 1), 'away')
    story.ends(match(1, 1), '0-1')
    expect((await folded(story)).with('lone-voice')).toEqual([])
  })

  test('follows the current result: a correction adds and removes badges', async () => {
    const story = alone(20)
    story.ends(match(1, 1), '1-0')
    story.settles(1)
    expect((await folded(story)).with('giant-killer')).toEqual([])
    story.isCorrected(match(1, 1), '0-2')
    expect((await folded(story)).with('giant-killer')).toEqual([1])
  })
})

describe('a gameweek', () => {
  test('with a match added after its end is complete for no player until that match is played', async () => {
    const story = new Story()
    for (const userId of [1, 2]) for (let n = 1; n <= 5; n++) story.predicts(userId, match(1, n), 'home')
    for (let n = 1; n <= 5; n++) story.ends(match(1, n), '1-0')
    expect((await folded(story)).with('full-house')).toEqual([1, 2])
    const added = story.schedules(match(1, 6), 1, kickoffOf(1, 6) + 30 * day)
    story.unlocks(1, 'full-house')
    const { with: having } = await folded(story)
    expect(having('full-house')).toEqual([])
    expect(added.type).toBe('FixtureScheduled')
    story.predicts(1, match(1, 6), 'home')
    story.ends(match(1, 6), '0-0')
    expect((await folded(story)).with('full-house')).toEqual([1])
  })

  test('with its last match cancelled is complete for players with all others', async () => {
    const story = new Story(1, 6)
    for (let n = 1; n <= 5; n++) story.predicts(1, match(1, n), 'home')
    for (let n = 1; n <= 5; n++) story.ends(match(1, n), '1-0')
    const cancelled = story.append('FixtureCancelled', { fixtureId: match(1, 6), byHand: true, reason: 'x' })
    const { badge } = await folded(story)
    expect(badge(1, 'full-house')).toMatchObject({ earned_by: cancelled.id })
    expect(badge(1, 'perfect-gameweek')).toMatchObject({ earned_by: cancelled.id })
  })
})

describe('counters', () => {
  test('the first message of a chat starts it, once per chat, regardless of the author', async () => {
    const story = new Story()
    const room = (kind: string, id: number) => ({ room: { kind, id } })
    story.append('MessagePosted', { messageId: 1, userId: 1, ...room('league', 7) })
    story.append('MessagePosted', { messageId: 2, userId: 2, ...room('league', 7) })
    story.append('MessagePosted', { messageId: 3, userId: 3, ...room('competition', 7) })
    story.deletes(1)
    story.append('MessagePosted', { messageId: 4, userId: 4, ...room('league', 7) })
    story.append('MessagePosted', { messageId: 5, userId: 1, ...room('league', 8) })
    story.append('MessagePosted', { messageId: 6, userId: 5, ...room('league', 8) })
    expect((await folded(story)).with('kick-off-talk')).toEqual([3])
  })

  test('a corrected place in a competition moves to another player, with its badges', async () => {
    const story = new Story()
    story.append('CompetitionCreated', { competitionId: 3, season, kind: 'cup' })
    const places = [1, 2, 3].map((userId) => ({ userId, place: userId, points: 9 }))
    story.append('CompetitionEnded', { competitionId: 3, asOf: 1, places })
    const first = await folded(story)
    expect([first.with('cup-winner'), first.with('on-the-podium')]).toEqual([[1], [1, 2, 3]])
    const booked = (userId: number, place: number | null) =>
      story.append('PrizeBooked', { competitionId: 3, asOf: 2, userId, season, points: 1, place, reason: 'x' })
    booked(1, null)
    booked(2, 1)
    booked(4, 2)
    const { with: having } = await folded(story)
    expect([having('cup-winner'), having('silverware')]).toEqual([[2], [2]])
    expect(having('on-the-podium')).toEqual([2, 3, 4])
  })
})

describe('a deleted user', () => {
  test('leaves only the erasure mark, and events after the deletion have no effect', async () => {
    const act = (story: Story, userId: number) => {
      story.predicts(userId, match(1, 1), '1-0')
      story.append('LeagueCreated', { leagueId: userId, name: 'L', creatorId: userId })
      story.append('MessagePosted', { messageId: userId, userId, room: { kind: 'league', id: 1 } })
      story.unlocks(userId, 'first-whistle')
    }
    const build = (gone: readonly number[]): Story => {
      const story = new Story()
      for (const userId of players(6)) act(story, userId)
      story.ends(match(1, 1), '1-0')
      story.settles(1)
      for (const userId of gone) story.deletes(userId)
      for (const userId of gone) act(story, userId)
      story.isCorrected(match(1, 1), '2-0')
      story.append('LeagueJoined', { leagueId: 1, userId: 6, how: 'code' })
      return story
    }
    const { bytes } = await folded(build([2, 3]))
    expect(bytes.erased).toEqual(['(2)', '(3)'])
    for (const [table, rows] of Object.entries(bytes)) {
      if (['erased', 'seasons', 'rooms', 'introduced', 'orders', 'competitions'].includes(table)) continue
      expect(
        rows.filter((row) => /^\((2024-25,)?[23],/.test(row)),
        table,
      ).toEqual([])
      expect(
        rows.filter((row) => /^\((2024-25,)?1,/.test(row)),
        table,
      ).not.toEqual([])
    }
  })
})
