import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fact, inboxDatabase, startInboxes, type TestInboxes } from '../../../test/support/inboxes.ts'
import {
  club,
  deleted,
  fact,
  finished,
  registered,
  scheduled,
  season,
  settled,
  type TestFixture,
} from '../../../test/support/play-app.ts'
import { promised } from '../../../test/support/promised.ts'
import { repeated } from '../../../test/support/repeated.ts'
import type { AchievementEvent } from '../achievements/events.ts'
import type { CompetitionEvent } from '../competitions/events.ts'
import type { FeedbackEvent } from '../feedback/events.ts'
import type { FixtureEvent } from '../fixtures/events.ts'
import type { LeagueEvent } from '../leagues/events.ts'
import { ofGameweek } from '../predictions/notifications.ts'
import type { LeagueTeamEvent } from '../teams/events.ts'
import { MutableKind } from './contract.ts'
import type { NotificationSettingsEvent } from './events.ts'

const SEASON = '2024-25'
const SETTLED_AT = '2024-08-20T20:00:00.000Z'
const [ada, bob, cyd, dan] = [1, 2, 3, 4]

/** Two matches in each of four gameweeks, a week apart. */
const matches: readonly TestFixture[] = Array.from({ length: 8 }, (_, index) => ({
  fixtureId: index + 1,
  season: SEASON,
  gameweek: 1 + Math.floor(index / 2),
  homeTeamId: 1 + (index % 2) * 2,
  awayTeamId: 2 + (index % 2) * 2,
  kickoff: new Date(Date.parse('2024-08-17T14:00:00.000Z') + Math.floor(index / 2) * 7 * 86_400_000).toISOString(),
}))
const match = (fixtureId: number) => matches[fixtureId - 1]!

let database: Awaited<ReturnType<typeof inboxDatabase>>
let game: TestInboxes
beforeAll(async () => {
  database = await inboxDatabase()
})
afterAll(() => database?.drop())
beforeEach(async () => {
  game = await startInboxes(database)
  await game.say(
    season(SEASON),
    ...[1, 2, 3, 4].map(club),
    ...matches.map(scheduled),
    ...[ada, bob, cyd, dan].map(registered),
  )
})
afterEach(() => game?.stop())

let predictions = 0
/** A prediction by a score such as `2-1`. */
function picked(userId: number, fixtureId: number, text: string): Fact {
  const [home, away] = text.split('-').map(Number) as [number, number]
  const result = home > away ? 'home' : home < away ? 'away' : 'draw'
  const pick = { result, score: { home, away } }
  const data = { predictionId: ++predictions, userId, fixtureId, pick, revision: 1, entry: null }
  return { stream: `prediction-${userId}-${fixtureId}`, event: { type: 'PredictionSubmitted', data }, actor: userId }
}
const likedBy = (userId: number, data: { shareId: number; ownerId: number }): Fact => ({
  ...{ stream: `share-reaction-${data.shareId}-${userId}`, actor: userId },
  event: { type: 'ShareLiked', data: { ...data, userId } },
})
const ruled = <T extends FixtureEvent['type']>(
  type: T,
  fixtureId: number,
  data: Omit<Extract<FixtureEvent, { type: T }>['data'], 'fixtureId'>,
): Fact => fact(match(fixtureId), { type, data: { fixtureId, ...data } } as unknown as FixtureEvent)
const corrected = (fixtureId: number, homeScore: number, awayScore: number, reason: string | null = 'VAR') =>
  ruled('MatchResultCorrected', fixtureId, { homeScore, awayScore, byHand: true, reason })
const muted = (userId: number, ...kinds: NotificationSettingsEvent['data']['kinds']): Fact => ({
  stream: `notification-settings-${userId}`,
  event: { type: 'NotificationsMuted', data: { userId, kinds } },
})
const unlocked = (userId: number, name: string, points: number): Fact => {
  const data = { userId, achievementId: name, name, points, season: SEASON, earnedBy: 'e' }
  const event: AchievementEvent = { type: 'AchievementUnlocked', data }
  return { stream: `achievement-${userId}-${name}`, event }
}
const weekly: Fact = {
  stream: 'competition-2024-25-weekly-1',
  event: {
    type: 'CompetitionCreated',
    data: {
      ...{ competitionId: 5, season: SEASON, kind: 'weekly', name: 'Gameweek 1 Challenge', description: null },
      ...{ window: { by: 'gameweek', from: 1, to: 1 }, startDate: SETTLED_AT, endDate: SETTLED_AT },
      ...{ prizePool: 50, maxParticipants: null },
    },
  } satisfies CompetitionEvent,
}

describe('a corrected result', () => {
  beforeEach(() =>
    game.say(
      picked(ada, 1, '2-1'),
      picked(bob, 1, '1-0'),
      picked(cyd, 1, '1-1'),
      picked(dan, 1, '0-3'),
      finished(match(1), 2, 1),
    ),
  )

  test('neither a first result nor the same result again is a correction', async () => {
    await game.say(finished(match(1), 2, 1))
    expect(await game.rows()).toEqual([])
  })

  test('notifies players whose points changed, with old and new score, the reason, old and new points', async () => {
    await game.say(corrected(1, 1, 1, 'Own goal was disallowed'))
    const was = 'C1 v C2 was 2–1 and is now 1–1 (Own goal was disallowed)'
    expect(await game.page(ada)).toMatchObject([
      {
        kind: 'correction',
        title: 'Result corrected',
        text: `${was}: your 15 points became 0.`,
        link: '/fixtures/1',
        createdAt: '2024-08-15T12:00:00.000Z',
        isRead: false,
      },
    ])
    expect(await game.of(bob)).toEqual([`${was}: your 5 points became 0.`])
    expect(await game.of(cyd)).toEqual([`${was}: your 0 points became 15.`])
    expect(await game.of(dan)).toEqual([])
  })

  test('also notifies of a result that replaces another without a correction event, once for each change', async () => {
    await game.say(finished(match(1), 3, 1), corrected(1, 2, 1, null))
    expect(await game.of(ada)).toEqual([
      'C1 v C2 was 3–1 and is now 2–1: your 5 points became 15.',
      'C1 v C2 was 2–1 and is now 3–1: your 15 points became 5.',
    ])
    expect(await game.of(bob)).toEqual([])
  })

  test.each<[string, () => Fact, string]>([
    [
      'lifted',
      () => ruled('ResultLifted', 1, { homeScore: null, awayScore: null, reason: 'Wrong match' }),
      'has no result for now (Wrong match): your 15 points became 0.',
    ],
    [
      'reverted to the source’s',
      () => ruled('ResultLifted', 1, { homeScore: 1, awayScore: 0, reason: 'Wrong match' }),
      'is now 1–0 (Wrong match): your 15 points became 5.',
    ],
    [
      'awarded',
      () => ruled('MatchAwarded', 1, { result: 'home', byHand: true, reason: 'Crowd' }),
      'is now awarded to C1 (Crowd): your 15 points became 5.',
    ],
    [
      'abandoned',
      () => ruled('MatchAbandoned', 1, { closed: true, byHand: true, reason: 'Fog' }),
      'is now abandoned (Fog): your 15 points became 0.',
    ],
    [
      'cancelled',
      () => ruled('FixtureCancelled', 1, { byHand: true, reason: 'Folded' }),
      'is now cancelled (Folded): your 15 points became 0.',
    ],
    [
      'postponed',
      () => ruled('FixturePostponed', 1, { closed: true, byHand: false, reason: null }),
      'is now postponed: your 15 points became 0.',
    ],
  ])('a match that had a result: %s', async (_, ruling, text) => {
    await game.say(ruling())
    expect(await game.of(ada)).toEqual([`C1 v C2 was 2–1 and ${text}`])
  })

  test('names an award that a score replaces', async () => {
    await game.say(
      ruled('MatchAwarded', 1, { result: 'draw', byHand: true, reason: 'Crowd' }),
      corrected(1, 0, 3, 'Appeal'),
    )
    expect(await game.of(cyd)).toEqual([
      'C1 v C2 was awarded as a draw and is now 0–3 (Appeal): your 5 points became 0.',
      'C1 v C2 was 2–1 and is now awarded as a draw (Crowd): your 0 points became 5.',
    ])
  })

  test('the next result of an abandoned match is a first one', async () => {
    await game.say(ruled('MatchAbandoned', 1, { closed: true, byHand: true, reason: 'Fog' }), finished(match(1), 0, 3))
    expect(await game.of(dan)).toEqual([])
    expect(await game.of(ada)).toHaveLength(1)
  })
})

describe('a settled gameweek', () => {
  const play = (gameweek: number, first: string, second: string): Fact[] =>
    [first, second].map((score, index) => {
      const [home, away] = score.split('-').map(Number) as [number, number]
      return finished(match(gameweek * 2 - 1 + index), home, away)
    })
  const settledWeek = (gameweek: number): Fact => settled(SEASON, gameweek, [gameweek * 2 - 1, gameweek * 2])

  test('notifies every player with predictions of points, rank and movement', async () => {
    await game.say(picked(ada, 1, '1-0'), picked(bob, 1, '2-0'), picked(cyd, 2, '0-0'), ...play(1, '1-0', '3-0'))
    game.travel(SETTLED_AT)
    await game.say(settledWeek(1))
    expect(await game.page(ada)).toMatchObject([
      {
        kind: 'gameweek',
        title: 'Gameweek 1',
        text: 'You scored 15 in Gameweek 1, now rank 1.',
        link: '/',
        createdAt: SETTLED_AT,
      },
    ])
    expect(await game.of(bob)).toEqual(['You scored 5 in Gameweek 1, now rank 2.'])
    expect(await game.of(cyd)).toEqual(['You scored 0 in Gameweek 1, now rank 3.'])
    expect(await game.of(dan)).toEqual([])

    await game.say(
      picked(ada, 3, '0-1'),
      picked(bob, 3, '1-0'),
      picked(cyd, 3, '5-0'),
      picked(dan, 3, '0-1'),
      ...play(2, '1-0', '1-0'),
      settledWeek(2),
    )
    expect((await game.of(ada))[0]).toBe('You scored 0 in Gameweek 2, now rank 2, down 1.')
    expect((await game.of(bob))[0]).toBe('You scored 15 in Gameweek 2, now rank 1, up 1.')
    expect((await game.of(cyd))[0]).toBe('You scored 5 in Gameweek 2, now rank 3, no change.')
    expect(await game.of(dan)).toEqual(['You scored 0 in Gameweek 2, now rank 4.'])
  })

  test('that settles after a later one has no rank', async () => {
    await game.say(picked(ada, 1, '1-0'), ...play(2, '1-0', '1-0'), settledWeek(2), ...play(1, '1-0', '1-0'))
    await game.say(settledWeek(1))
    expect(await game.of(ada)).toEqual(['You scored 15 in Gameweek 1.'])
  })

  test('notifies thousands of players in one statement', async () => {
    const count = repeated(2_000, 10_000)
    const many = Array.from({ length: count }, (_, index) => index + 10)
    await game.say(...many.map((id) => picked(id, 1, id % 2 ? '1-0' : '0-2')), ...play(1, '1-0', '1-0'))
    await game.say(muted(11, 'gameweek'))
    game.announced.splice(0)
    await game.say(settledWeek(1))
    expect(await game.rows()).toHaveLength(count - 1)
    expect(await game.of(13)).toEqual(['You scored 15 in Gameweek 1, now rank 1.'])
    expect(await game.of(12)).toEqual([`You scored 0 in Gameweek 1, now rank ${count / 2 + 1}.`])
    // For so many players one broadcast frame is sent.
    expect(game.announced).toEqual([{ room: 'all', topic: 'notifications' }])

    // With ranks to compare, a muted kind for half of the players, and no statistics of the tables.
    await game.say(...many.map((id) => picked(id, 3, id % 2 ? '0-2' : '1-0')), ...play(2, '1-0', '1-0'))
    await game.say(...many.filter((id) => id > count / 2 + 10).map((id) => muted(id, 'gameweek')), muted(11))
    await game.say(settledWeek(2))
    expect((await game.of(12))[0]).toBe(`You scored 15 in Gameweek 2, now rank 1, up ${count / 2}.`)
    expect((await game.of(13))[0]).toBe('You scored 0 in Gameweek 2, now rank 1, no change.')
    await game.database.pool.query('delete from app.notifications')
    const began = performance.now()
    const notified = await game.inbox.broadcast(
      { id: 'again', at: SETTLED_AT, storedAt: SETTLED_AT, isSimulated: false },
      ofGameweek(SEASON, 2),
    )
    const took = performance.now() - began
    console.log(`a gameweek of ${count} players is notified in ${Math.round(took)} ms`)
    expect(notified).toHaveLength(count / 2 + 1)
    expect(took).toBeLessThan(promised(4_000))
  })
})

describe('a moved match', () => {
  const moved = (kickoff: string, closed = false, reason: string | null = null) =>
    ruled('FixtureRescheduled', 1, { kickoff, closed, byHand: reason !== null, reason })
  const postponed = (reason: string | null = null) =>
    ruled('FixturePostponed', 1, { closed: false, byHand: reason !== null, reason })
  const cancelled = () => ruled('FixtureCancelled', 1, { byHand: true, reason: 'Both clubs agreed' })
  beforeEach(() => game.say(picked(ada, 1, '2-1'), picked(bob, 1, '1-0'), picked(cyd, 2, '1-0')))

  test('R240: notifies everyone who has predicted it, with kickoff and cutoff in UK time', async () => {
    await game.say(moved('2024-08-16T19:00:00.000Z'))
    expect(await game.page(ada)).toMatchObject([
      {
        ...{ kind: 'moved', title: 'Match moved', link: '/fixtures/1' },
        text: 'C1 v C2 now kicks off on Fri 16 Aug at 20:00 UK time. Picks close at 19:55.',
      },
    ])
    expect(await game.of(bob)).toHaveLength(1)
    expect(await game.of(cyd)).toEqual([])
    expect(await game.of(dan)).toEqual([])
  })

  test('tells of a passed cutoff, and of a kickoff too near for another pick', async () => {
    await game.say(moved('2024-08-18T13:00:00.000Z', true, 'Snow'))
    expect(await game.of(ada)).toEqual([
      'C1 v C2 now kicks off on Sun 18 Aug at 14:00 UK time (Snow). Your pick is closed and still counts.',
    ])
    await game.say(
      fact(match(2), {
        type: 'FixtureRescheduled',
        data: { fixtureId: 2, kickoff: '2024-08-15T12:04:00.000Z', closed: false, byHand: false, reason: null },
      }),
    )
    expect(await game.of(cyd)).toEqual([
      'C3 v C4 now kicks off on Thu 15 Aug at 13:04 UK time. Your pick is closed and still counts.',
    ])
  })

  test('postponed, dated again and cancelled is three notifications', async () => {
    await game.say(postponed('Frozen pitch'), moved('2024-09-17T18:45:00.000Z'), cancelled())
    expect(await game.of(ada)).toEqual([
      'C1 v C2 is cancelled (Both clubs agreed). It pays no points.',
      'C1 v C2 now kicks off on Tue 17 Sept at 19:45 UK time. Picks close at 19:40.',
      'C1 v C2 is postponed (Frozen pitch) and has no new date yet. We’ve kept your pick.',
    ])
  })

  test('R240: notifies exactly once: not of the same date, after a restart, or by later picks', async () => {
    await game.say(postponed(), postponed(), moved('2024-09-17T18:45:00.000Z'), moved('2024-09-17T18:45:00.000Z'))
    game.travel('2024-08-15T13:00:00.000Z')
    await game.say(picked(dan, 1, '0-0'))
    await game.restart({ anew: true })
    expect(await game.of(ada)).toHaveLength(2)
    expect(await game.of(dan)).toEqual([])
  })

  test('a new date of a match that is over notifies nobody', async () => {
    await game.say(finished(match(1), 2, 1), moved('2024-08-18T13:00:00.000Z', true))
    expect(await game.rows()).toEqual([])
  })

  test('cancelled after its result, notifies each player once: of lost points, or of the cancellation', async () => {
    await game.say(picked(dan, 1, '0-3'), finished(match(1), 2, 1), cancelled())
    expect(await game.of(ada)).toEqual([
      'C1 v C2 was 2–1 and is now cancelled (Both clubs agreed): your 15 points became 0.',
    ])
    expect(await game.of(dan)).toEqual(['C1 v C2 is cancelled (Both clubs agreed). It pays no points.'])
  })

  test('notifies nobody who has muted the kind', async () => {
    await game.say(muted(ada, 'moved'), moved('2024-08-16T19:00:00.000Z'))
    expect(await game.of(ada)).toEqual([])
    expect(await game.of(bob)).toHaveLength(1)
  })
})

describe('an achievement', () => {
  test('unlocked or revoked is notified with its points and the reason', async () => {
    const data = { userId: ada, achievementId: 'x', name: 'Streak Master', points: 20, season: SEASON }
    await game.say(unlocked(ada, 'Streak Master', 20), unlocked(ada, 'Early Bird', 0), unlocked(bob, 'Lone Wolf', 1), {
      stream: 'achievement-1-Streak Master',
      event: {
        type: 'AchievementRevoked',
        data: { ...data, lostBy: 'e', reason: 'A corrected result ended the streak' },
      } satisfies AchievementEvent,
    })
    expect(await game.page(ada)).toMatchObject([
      {
        kind: 'achievement',
        title: 'Streak Master taken back: -20 points',
        text: 'A corrected result ended the streak',
        link: '/achievements',
      },
      { title: 'Achievement unlocked', text: 'Early Bird unlocked' },
      { title: 'Achievement unlocked', text: 'Streak Master unlocked: +20 points', link: '/achievements' },
    ])
    expect(await game.of(bob)).toEqual(['Lone Wolf unlocked: +1 point'])
    expect(game.announced).toEqual([
      { room: `user:${ada}`, topic: 'notifications' },
      { room: `user:${bob}`, topic: 'notifications' },
    ])
  })
})

describe('a prize', () => {
  const { stream } = weekly
  const prize = (userId: number, points: number, place: number | null, asOf: number): Fact => {
    const data = { competitionId: 5, asOf, userId, season: SEASON, points, place, reason: 'as the ledger says' }
    return { stream, event: { type: 'PrizeBooked', data } satisfies CompetitionEvent }
  }

  test('is notified with its place, a later one as a correction, a prize of 0 points not at all', async () => {
    const ended: CompetitionEvent = { type: 'CompetitionEnded', data: { competitionId: 5, asOf: 70, places: [] } }
    await game.say(weekly, { stream, event: ended }, prize(ada, 25, 1, 70), prize(bob, 15, 2, 70), prize(cyd, 0, 3, 70))
    expect(await game.page(ada)).toMatchObject([
      {
        kind: 'prize',
        title: 'Competition prize',
        text: 'You finished 1st in Gameweek 1 Challenge: +25 points.',
        link: '/competitions/5',
      },
    ])
    await game.say(prize(ada, -25, null, 71), prize(bob, 10, 1, 71), prize(dan, 15, 2, 71))
    expect((await game.page(ada))[0]).toMatchObject({
      title: 'Prize corrected',
      text: 'After a corrected result you are no longer among the first three of Gameweek 1 Challenge: -25 points.',
    })
    expect((await game.of(bob))[0]).toBe(
      'After a corrected result you are now 1st in Gameweek 1 Challenge: +10 points.',
    )
    expect(await game.of(dan)).toEqual([
      'After a corrected result you are now 2nd in Gameweek 1 Challenge: +15 points.',
    ])
    expect(await game.of(cyd)).toEqual([])
  })
})

describe('league events', () => {
  const leagueId = 3
  const league = (event: LeagueEvent, actor?: number): Fact => ({
    ...{ stream: `league-${leagueId}`, event },
    ...(actor ? { actor } : {}),
  })
  const inTeam = (event: LeagueTeamEvent, actor?: number): Fact => ({
    ...{ stream: `league-teams-${leagueId}`, event },
    ...(actor ? { actor } : {}),
  })
  const created = (type: 'private' | 'public'): Fact =>
    league(
      {
        type: 'LeagueCreated',
        data: { leagueId, name: 'The Office', description: null, type, creatorId: ada, joinCode: 'ABCDEFGH' },
      },
      ada,
    )
  const joined = (userId: number) => league({ type: 'LeagueJoined', data: { leagueId, userId, how: 'code' } }, userId)
  const left = (userId: number, how: 'left' | 'removed' | 'deleted', actor?: number) =>
    league({ type: 'LeagueLeft', data: { leagueId, userId, how } }, actor)
  const admin = (userId: number, how: 'handed-over' | 'succession', actor?: number) =>
    league({ type: 'LeagueAdminChanged', data: { leagueId, userId, how } }, actor)
  const renamed = (name: string) =>
    league({ type: 'LeagueChanged', data: { leagueId, name, description: null, type: 'private' } }, ada)
  const foundedBy = (captainId: number) =>
    inTeam(
      {
        type: 'LeagueTeamCreated',
        data: {
          ...{ leagueId, teamId: 8, name: 'Reds', description: null, captainId, maxMembers: 5, teamColor: '#ff0000' },
        },
      },
      captainId,
    )
  const role = (userId: number, as: 'captain' | 'vice-captain' | 'member', actor?: number) =>
    inTeam({ type: 'LeagueTeamRoleChanged', data: { leagueId, teamId: 8, userId, role: as } }, actor)
  const outOfTeam = (userId: number, how: 'left' | 'removed' | 'league-left', actor?: number) =>
    inTeam({ type: 'LeagueTeamLeft', data: { leagueId, teamId: 8, userId, how } }, actor)

  test('the admin is notified of a new member, by their name at the time of reading', async () => {
    await game.say(created('private'), joined(bob))
    expect(await game.page(ada)).toMatchObject([
      { kind: 'league', title: 'New member', text: 'player2 joined The Office.', link: '/leagues/3' },
    ])
    await game.say(deleted(bob), left(bob, 'deleted'))
    expect(await game.of(ada)).toEqual(['A deleted user joined The Office.'])
    expect(JSON.stringify(await game.rows())).not.toContain('player2')
  })

  describe('repeated events by others while an entry is unread', () => {
    const crowd = Array.from({ length: 110 }, (_, index) => 100 + index)

    test('110 new members are one entry with a count, and one unread notification', async () => {
      await game.say(created('private'), ...crowd.map(registered), ...crowd.map(joined))
      expect(await game.page(ada)).toMatchObject([
        { title: 'New members', text: 'player209 and 109 others joined The Office.', count: 110, isRead: false },
      ])
      expect(await game.inbox.unreadOf(ada)).toBe(1)
      await game.say(joined(bob))
      expect(await game.of(ada)).toEqual(['player2 and 110 others joined The Office.'])
    })

    test('a member who leaves and joins again counts once', async () => {
      await game.say(created('private'), joined(bob))
      const [first] = await game.page(ada)
      for (let again = 0; again < 3; again++) await game.say(left(bob, 'left', bob), joined(bob))
      expect(await game.page(ada)).toMatchObject([{ text: 'player2 joined The Office.', count: 1 }])
      await game.say(joined(cyd), left(bob, 'left', bob), joined(bob))
      const [entry] = await game.page(ada)
      expect(entry!.text).toBe('player2 and 1 other joined The Office.')
      // The updated entry moves above later ones.
      expect(entry!.id).toBeGreaterThan(first!.id)
    })

    test('members who join after a read are a new entry', async () => {
      await game.say(created('private'), joined(bob), joined(cyd))
      await game.inbox.markRead(ada, undefined, '2024-08-15T12:00:00.000Z')
      await game.say(joined(dan), left(bob, 'left', bob), joined(bob))
      expect(await game.of(ada)).toEqual([
        'player2 and 1 other joined The Office.',
        'player3 and 1 other joined The Office.',
      ])
      expect(await game.inbox.unreadOf(ada)).toBe(1)
    })

    test('each league and each kind of event has its own entry', async () => {
      await game.say(
        ...[
          created('private'),
          joined(bob),
          left(bob, 'removed', ada),
          joined(bob),
          left(bob, 'removed', ada),
          joined(bob),
        ],
        ...[admin(bob, 'handed-over', ada), admin(ada, 'handed-over', bob), admin(bob, 'handed-over', ada)],
      )
      expect(await game.of(bob)).toEqual([
        'You were made the admin of The Office twice, last by player1.',
        'You were removed from The Office twice.',
      ])
    })

    test('a role granted and revoked repeatedly is one entry', async () => {
      await game.say(created('public'), joined(bob), joined(cyd), foundedBy(bob))
      await game.say(inTeam({ type: 'LeagueTeamJoined', data: { leagueId, teamId: 8, userId: cyd } }, cyd))
      for (let again = 0; again < 3; again++)
        await game.say(role(cyd, 'vice-captain', bob), role(cyd, 'member', bob), role(cyd, 'vice-captain', bob))
      expect(await game.of(cyd)).toEqual(['You were made the vice-captain of Reds in The Office 6 times.'])
    })

    test('a reactor that starts again counts nothing twice', async () => {
      await game.say(created('private'), joined(bob), joined(cyd))
      const before = await game.rows()
      await game.restart({ anew: true })
      expect(await game.rows()).toEqual(before)
      await game.say(deleted(ada))
      expect((await game.database.pool.query('select from app.notification_parts')).rowCount).toBe(0)
    })
  })

  test('R408: a purge notifies nobody of earlier events, nor anybody again', async () => {
    const rules = { result: 1, goalDifference: 0, exact: 3, joker: false, lateJoiners: 'season' } as const
    const data = { leagueId, season: SEASON, fromGameweek: 2, rules }
    await game.say(created('private'), league({ type: 'LeagueRulesChanged', data }, ada))
    await game.say(joined(bob), muted(cyd, 'league'), joined(cyd))
    await game.say(league({ type: 'LeagueAdminChanged', data: { leagueId, userId: cyd, how: 'handed-over' } }, ada))
    await game.say(muted(cyd), picked(ada, 1, '2-1'), { ...finished(match(1), 1, 0), simulated: true })
    const before = await game.rows()
    await game.purge()
    await game.purge()
    expect(await game.rows()).toEqual(before)
    await game.say(finished(match(1), 2, 1), corrected(1, 1, 0), joined(dan))
    expect(await game.of(ada)).toContain('C1 v C2 was 2–1 and is now 1–0 (VAR): your 15 points became 5.')
    expect(await game.of(cyd)).toEqual(['player4 joined The Office.'])
  })

  test('a removed member is notified, with the league name known to them', async () => {
    await game.say(created('private'), joined(bob), left(bob, 'removed', ada), renamed('Secret plans'))
    expect(await game.page(bob)).toMatchObject([
      { title: 'Removed from a league', text: 'You were removed from The Office.', link: '/leagues' },
    ])
    expect(await game.of(ada)).toEqual(['player2 joined Secret plans.'])
    await game.say(joined(bob))
    expect(await game.page(bob)).toMatchObject([{ text: 'You were removed from Secret plans.', link: '/leagues/3' }])
  })

  test('a new admin is notified, after a handover or by succession', async () => {
    await game.say(created('private'), joined(bob), joined(cyd), admin(bob, 'handed-over', ada))
    expect((await game.page(bob))[0]).toMatchObject({
      title: 'You are league admin',
      text: 'player1 made you the admin of The Office.',
      link: '/leagues/3',
    })
    await game.say(left(bob, 'left', bob), admin(ada, 'succession', bob))
    expect((await game.of(ada))[0]).toBe('You are now the admin of The Office. The last admin has left.')
  })

  test('captains, vice-captains and removed team members are notified', async () => {
    await game.say(
      ...[created('public'), joined(bob), joined(cyd), foundedBy(bob)],
      ...[ada, cyd].map((userId) =>
        inTeam({ type: 'LeagueTeamJoined', data: { leagueId, teamId: 8, userId } }, userId),
      ),
      ...[role(cyd, 'vice-captain', bob), outOfTeam(ada, 'removed', bob)],
      ...[outOfTeam(bob, 'left', bob), role(cyd, 'captain', bob)],
    )
    expect(await game.page(cyd)).toMatchObject([
      { title: 'You are captain', text: 'You are now the captain of Reds in The Office.', link: '/leagues/3' },
      { title: 'You are vice-captain', text: 'You are now the vice-captain of Reds in The Office.' },
    ])
    expect((await game.page(ada))[0]).toMatchObject({
      title: 'Removed from a team',
      text: 'You were removed from Reds in The Office.',
    })
    expect(await game.of(bob)).toEqual([])
  })

  test('players are not notified of their own actions', async () => {
    await game.say(
      ...[created('private'), joined(bob), foundedBy(bob)],
      ...[role(bob, 'captain', bob), role(bob, 'member', ada), outOfTeam(bob, 'removed', bob)],
      ...[left(bob, 'removed', bob), joined(cyd), left(cyd, 'left', cyd), admin(ada, 'handed-over', ada)],
    )
    expect(await game.of(bob)).toEqual([])
    expect(await game.of(cyd)).toEqual([])
    expect(await game.of(ada)).toEqual(['player3 and 1 other joined The Office.'])
  })
})

describe('a muted kind', () => {
  test('is not stored; other kinds are, and later notifications after unmuting', async () => {
    await game.say(picked(ada, 1, '2-1'), finished(match(1), 2, 1), muted(ada, 'correction', 'prize'))
    await game.say(corrected(1, 1, 1), unlocked(ada, 'Early Bird', 5))
    expect(await game.of(ada)).toEqual(['Early Bird unlocked: +5 points'])
    await game.say(muted(ada), corrected(1, 2, 1))
    expect(await game.of(ada)).toHaveLength(2)
  })

  test('does not affect other kinds', async () => {
    const users = MutableKind.options.map((kind, index) => ({ kind, id: 11 + index }))
    const [first, ...others] = users as [(typeof users)[0], ...typeof users]
    const league = (data: object, type: LeagueEvent['type']): Fact => ({
      ...{ stream: 'league-9', event: { type, data: { leagueId: 9, ...data } }, actor: first.id },
    })
    const office = { name: 'The Office', description: null, type: 'private', creatorId: first.id, joinCode: 'ABCDEFGH' }
    const prize = { competitionId: 5, asOf: 70, season: SEASON, points: 25, place: 1, reason: 'as the ledger says' }
    const feedbackOf = (userId: number): Fact[] => {
      const stream = `feedback-${userId}`
      const fields = { category: 'bug', title: 'A bug', description: 'It does not work.', priority: 'low' } as const
      const submitted: FeedbackEvent = { type: 'FeedbackSubmitted', data: { feedbackId: userId, userId, ...fields } }
      const answer = { feedbackId: userId, by: ada, status: 'closed', adminResponse: null } as const
      const answered: FeedbackEvent = { type: 'FeedbackAnswered', data: answer }
      return [
        { stream, event: submitted, actor: userId },
        { stream, event: answered, actor: ada },
      ]
    }
    await game.say(
      ...users.flatMap(({ id, kind }) => [registered(id), muted(id, kind), picked(id, 1, '2-1')]),
      ruled('FixtureRescheduled', 1, { kickoff: SETTLED_AT, closed: false, byHand: false, reason: null }),
      ...[finished(match(1), 2, 1), corrected(1, 1, 1), settled(SEASON, 1, [1, 2])],
      ...users.map(({ id }) => unlocked(id, 'Early Bird', 5)),
      weekly,
      ...users.map(({ id: userId }) => ({ ...weekly, event: { type: 'PrizeBooked', data: { ...prize, userId } } })),
      league(office, 'LeagueCreated'),
      ...others.map(({ id: userId }) => league({ userId, how: 'code' }, 'LeagueJoined')),
      ...others.map(({ id: userId }) => league({ userId, how: 'removed' }, 'LeagueLeft')),
      ...users.flatMap(({ id: userId }) => feedbackOf(userId)),
      ...users.map(({ id }) => likedBy(bob, { shareId: id, ownerId: id })),
    )
    for (const { id, kind } of users) {
      const kinds = new Set((await game.page(id)).map((each) => each.kind))
      expect([kind, [...kinds].sort()]).toEqual([kind, MutableKind.options.filter((each) => each !== kind).sort()])
    }
  })
})

describe('exactly-once notifications', () => {
  beforeEach(async () => {
    await game.say(picked(ada, 1, '2-1'), picked(bob, 1, '1-1'), picked(bob, 3, '1-1'), finished(match(1), 2, 1))
    await game.say(unlocked(ada, 'Early Bird', 5), corrected(1, 1, 1), settled(SEASON, 1, [1, 2]))
  })

  test('a reactor that starts again stores nothing twice', async () => {
    const before = await game.rows()
    expect(before).toHaveLength(5)
    // In the meantime another player joins the gameweek, and a muted kind is unmuted.
    await game.say(ruled('FixtureMovedToGameweek', 3, { gameweek: 1 }), picked(dan, 1, '2-2'))
    game.announced.splice(0)
    await game.restart({ anew: true })
    expect(await game.rows()).toEqual(before)
    expect(game.announced).toEqual([])
  })

  test('a reactor killed between its rows and its checkpoint stores only the missing notifications', async () => {
    const before = await game.rows()
    await game.engine.stop()
    await game.database.pool.query("delete from app.notifications where kind = 'gameweek'")
    await game.restart({ anew: true })
    const without = ({ id, ...row }: { id: number }) => row
    expect((await game.rows()).map(without)).toEqual(before.map(without))
  })

  test('a rebuild of the read tables changes nothing', async () => {
    const before = await game.rows()
    for (const group of ['play', 'notifications', 'leagues']) await game.engine.rebuild(group)
    await game.told()
    expect(await game.rows()).toEqual(before)
  })

  test('its state survives a restart: the previous result is known', async () => {
    await game.restart()
    await game.say(corrected(1, 2, 1))
    expect((await game.of(ada))[0]).toBe('C1 v C2 was 1–1 and is now 2–1 (VAR): your 0 points became 15.')
  })

  test('events older than the retention are not stored again', async () => {
    await game.database.pool.query('delete from app.notifications')
    game.travel('2025-03-01T12:00:00.000Z')
    await game.restart({ anew: true })
    expect(await game.rows()).toEqual([])
  })
})

describe('a deleted user', () => {
  test('has no inbox, even with events after the deletion in the log', async () => {
    await game.say(picked(ada, 1, '2-1'), picked(bob, 1, '2-1'), finished(match(1), 2, 1), corrected(1, 1, 1))
    expect(await game.of(ada)).toHaveLength(1)
    await game.say(deleted(ada), unlocked(ada, 'Early Bird', 5), muted(ada, 'league'), corrected(1, 2, 1))
    expect((await game.rows()).map(({ user_id }) => user_id)).toEqual([bob, bob])
    expect(await game.inbox.mutedBy(ada)).toEqual([])
  })
})

describe('a deleted test user', () => {
  const shareId = 7
  const shared: Fact = {
    stream: `share-${shareId}`,
    event: {
      type: 'PredictionsShared',
      data: {
        ...{ shareId, userId: ada, token: 't', title: 'Mine', description: null },
        shareType: 'custom',
        isPublic: true,
        picks: [],
      },
    },
  }
  const liked = (userId: number) => likedBy(userId, { shareId, ownerId: ada })
  const cleanedUp = (userId: number): Fact => ({ ...deleted(userId), simulated: true })

  test('R166: is removed from the counts and texts of others’ entries', async () => {
    await game.say(shared, liked(bob), liked(cyd), liked(dan))
    expect(await game.of(ada)).toEqual(['player4 and 2 others liked “Mine”.'])
    await game.say(cleanedUp(dan))
    expect(await game.of(ada)).toEqual(['player3 and 1 other liked “Mine”.'])
    await game.say(cleanedUp(bob))
    expect(await game.of(ada)).toEqual(['player3 liked “Mine”.'])
    await game.restart({ anew: true })
    expect(await game.of(ada)).toEqual(['player3 liked “Mine”.'])
  })

  test('R166: takes entries without other causes along; a deleted real user remains counted', async () => {
    await game.say(shared, liked(bob))
    await game.inbox.markRead(ada, undefined, SETTLED_AT)
    await game.say(liked(cyd), cleanedUp(bob))
    expect(await game.of(ada)).toEqual(['player3 liked “Mine”.'])
    await game.say(deleted(cyd))
    expect(await game.of(ada)).toEqual(['A deleted user liked “Mine”.'])
    await game.say(cleanedUp(dan))
    expect(await game.inbox.unreadOf(ada)).toBe(1)
  })
})

describe('retention', () => {
  test('keeps 180 days, and the 500 newest notifications per player', async () => {
    const row = 'insert into app.notifications (user_id, source, kind, data, created_at, stored_at) select'
    await game.database.pool.query(
      `${row} ${ada}, n, 'league', '{}', now(), '2024-08-15T12:00:00Z' from generate_series(1, 510) n`,
    )
    await game.database.pool.query(
      `${row} ${bob}, n, 'league', '{}', now(), '2024-01-01T12:00:00Z'::timestamptz + n * interval '1 day' from generate_series(1, 100) n`,
    )
    await game.inbox.sweep('2024-08-20T12:00:00.000Z')
    const kept = (await game.rows()) as { user_id: number; source: string }[]
    const of = (id: number) => kept.filter(({ user_id }) => user_id === id).map(({ source }) => Number(source))
    expect(of(ada)).toEqual(Array.from({ length: 500 }, (_, index) => index + 11))
    expect(Math.min(...of(bob))).toBe(52)
    expect(of(bob)).toHaveLength(49)
  })
})
