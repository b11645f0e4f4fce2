import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { accountDecider } from '../../src/areas/accounts/account-decider.ts'
import { usernameKey } from '../../src/areas/accounts/username.ts'
import { ACHIEVEMENTS } from '../../src/areas/achievements/area.ts'
import type { AchievementEntry } from '../../src/areas/achievements/catalogue.ts'
import { CHAT } from '../../src/areas/chat/area.ts'
import { COMPETITIONS } from '../../src/areas/competitions/area.ts'
import { fixtureDecider, type Ruling } from '../../src/areas/fixtures/fixture-decider.ts'
import { readSeason } from '../../src/areas/fixtures/sources/read-season.ts'
import { LEAGUES } from '../../src/areas/leagues/area.ts'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import type { SaveItem } from '../../src/areas/predictions/commands.ts'
import { TEAMS } from '../../src/areas/teams/area.ts'
import { createContainer } from '../../src/container.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { planSeason, type SeasonPlan } from '../../src/simulation/season-plan.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { type Running, unlocked } from './achievements.ts'
import { replaceCatalogue, testClock } from './app.ts'
import { batchedLog } from './batched-log.ts'
import { testDatabase } from './postgres.ts'
import { until } from './projections.ts'

interface SeasonOptions {
  readonly season: string
  readonly players: number
  readonly seed: number
  /** A catalogue other than the game's. */
  readonly catalogue?: readonly AchievementEntry[]
  /** If false, nothing is unlocked until a retroactive run is ordered. */
  readonly isIntroduced?: boolean
}

/**
 * Simulates a whole real season in this process, with everything that achievements depend on. That includes leagues,
 * teams, competitions and messages, results corrected and corrected back, a cancelled match, an awarded one, and a
 * deleted player. After `stop`, a node of the game (`startTestApp({ beside })`) can take over the store.
 */
export async function simulatedAchievements(options: SeasonOptions) {
  const database = await testDatabase()
  const masterKey = randomBytes(32)
  const clock = testClock('2024-01-01T00:00:00.000Z')
  const prefix = 'plp'
  const rawLog = batchedLog(createPostgresLog({ database, prefix }))
  const personal = await openPersonalData({ database, masterKey, clock })
  const plan = planSeason(await readSeason({ kind: 'file', path: options.season }, systemClock), options)
  const container = createContainer({
    ...{ database, rawLog, personal, clock, logger: pino({ level: 'error' }), onChanges: () => undefined },
    replace: (container) => options.catalogue && replaceCatalogue(container, options.catalogue),
  })
  const engine = container.get(TYPES.Engine)
  await until('this process leads', () => engine.tryLead())
  await engine.start()
  if (options.isIntroduced ?? true)
    await container
      .get(ACHIEVEMENTS.Achievements)
      .introduce({ ...systemContext(plan.begins), correlationId: plan.name })

  const predictions = container.get(PREDICTIONS.Predictions)
  const settled = () => until('everything is projected', () => engine.caughtUp(), 60_000)
  const game = { container, clock, settled, databaseUrl: database.url, masterKey, prefix, plan }
  const life = seasonOfLife(game, options.seed)
  await simulate(
    {
      log: container.get(TYPES.RawLog),
      handler: container.get(TYPES.Handler),
      ids: container.get(TYPES.Ids),
      personal,
      predictions: {
        ...predictions,
        async saveMany(items, more) {
          await life(items)
          return predictions.saveMany(items, more)
        },
      },
      engine,
      clock: { set: (time) => clock.set(new Date(time).toISOString()) },
    },
    plan,
  )
  await unlocked(game, 120_000)
  return {
    ...game,
    /** Releases the lead, so that another node can take it. */
    stop: () => engine.stop(),
    async close() {
      await engine.stop()
      await rawLog.close()
      await database.drop()
    },
  }
}

export type SimulatedAchievements = Awaited<ReturnType<typeof simulatedAchievements>>

/**
 * Activity of players and administrators besides predicting; the same seed gives the same activity. Called with the
 * current picks.
 */
function seasonOfLife(game: Running & { readonly plan: SeasonPlan }, seed: number) {
  const { container, plan } = game
  const random = createRandom(`life ${seed}`)
  const leagues: number[] = []
  const teams: { leagueId: number; teamId: number }[] = []
  const known = new Set<number>()
  const [gone, talker] = [plan.players[2]!, plan.players[4]!]
  let step = 0
  let corrected: string[] = []

  const contextOf = (actor: number | null, at: string): CommandContext => ({
    ...{ actor, at, correlationId: 'life', causationId: 'life', source: 'command' },
    idBase: `life/${++step}`,
  })
  const settings = (name: string) => ({ name, description: null, type: 'public' as const })

  async function join(userId: number, at: string): Promise<void> {
    const { pool } = container.get(TYPES.Database)
    const { rows } = await pool.query<{ id: number; kind: string }>(
      'select id, kind from read.competitions order by id',
    )
    const wanted = rows.filter(({ kind }) => (kind === 'weekly' ? random.next() < 0.4 : random.next() < 0.9))
    const competitions = container.get(COMPETITIONS.Competitions)
    await Promise.all(wanted.map(({ id }) => competitions.join(id, userId, contextOf(userId, at))))
    if (random.next() < 0.4) {
      const made = await container
        .get(LEAGUES.Leagues)
        .create(settings(`League of ${userId}`), userId, contextOf(userId, at))
      if (made.ok) leagues.push(made.leagueId)
    }
  }

  /** A player joins a league, plays in a team, or writes a message. */
  async function mingle(userId: number, at: string): Promise<void> {
    const leagueId = leagues[random.below(Math.max(1, leagues.length))]
    if (leagueId === undefined) return
    await container.get(LEAGUES.Leagues).joinByClick(leagueId, userId, contextOf(userId, at))
    const own = teams.filter((team) => team.leagueId === leagueId)
    const roll = random.next()
    if (roll < 0.3 && own.length > 0) {
      await container.get(TEAMS.LeagueTeams).join(own[random.below(own.length)]!, userId, contextOf(userId, at))
    } else if (roll < 0.5) {
      const team = { name: `Team ${teams.length}`, description: null, maxMembers: 5, teamColor: '#3b82f6' }
      const made = await container.get(TEAMS.LeagueTeams).create(leagueId, team, userId, contextOf(userId, at))
      if (made.ok) teams.push({ leagueId, teamId: made.teamId })
    } else {
      const room = { kind: 'league', id: leagueId } as const
      for (let message = userId === talker.number ? 30 : 1; message > 0; message--)
        await container.get(CHAT.Chat).post(room, userId, `Message ${message}`, contextOf(userId, at))
    }
  }

  /**
   * An administrator enters a wrong result and later corrects it, or gives a ruling; never at the moment in which a
   * badge is earned.
   */
  async function rule(at: string): Promise<void> {
    await unlocked(game)
    await say(at)
    await unlocked(game)
  }

  async function say(at: string): Promise<void> {
    const played = plan.matches.filter(({ finish }) => finish < Date.parse(at))
    const handler = container.get(TYPES.Handler)
    const order = (stream: string, command: Ruling) =>
      handler.handle(fixtureDecider, stream, command, contextOf(null, at))
    const lifted = corrected.filter(() => random.next() < 0.5)
    for (const stream of lifted) await order(stream, { type: 'lift-result', at, reason: 'Mended' })
    corrected = corrected.filter((stream) => !lifted.includes(stream))
    const match = played[played.length - 1 - random.below(Math.min(30, Math.max(1, played.length)))]
    if (!match || corrected.includes(match.stream)) return
    const roll = random.next()
    if (roll < 0.7) {
      const score = { homeScore: random.below(4), awayScore: random.below(4) }
      await order(match.stream, { type: 'enter-result', at, ...score, reason: 'Seen on the pitch' })
    } else if (roll < 0.85)
      await order(match.stream, { type: 'award', at, result: 'draw', reason: 'A crowd on the pitch' })
    else await order(match.stream, { type: 'cancel', at, reason: 'Never to be played' })
    corrected.push(match.stream)
  }

  async function forget(at: string): Promise<void> {
    const stream = `account-${container.get(TYPES.PersonalData).hmac('username', usernameKey(gone.username))}`
    const command = { type: 'delete', userId: gone.number, by: null } as const
    await container.get(TYPES.Handler).handle(accountDecider, stream, command, contextOf(null, at))
  }

  const forgottenAt = plan.matches[Math.floor(plan.matches.length / 2)]!.finish
  let isForgotten = false

  return async (items: readonly SaveItem[]): Promise<void> => {
    const at = items[0]?.context.at
    if (at === undefined) return
    const fresh = [...new Set(items.map(({ userId }) => userId))].filter((id) => !known.has(id)).sort((a, b) => a - b)
    for (const userId of fresh) {
      known.add(userId)
      await join(userId, at)
    }
    if (random.next() < 0.3) await mingle([...known][random.below(known.size)]!, at)
    if (random.next() < 0.05) await rule(at)
    if (!isForgotten && Date.parse(at) > forgottenAt) {
      isForgotten = true
      await forget(at)
    }
  }
}
