import { sql } from 'kysely'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import type { Accounts } from '../accounts/commands.ts'
import { ACHIEVEMENT_REACTOR } from '../achievements/reactor.ts'
import type { Chat } from '../chat/commands.ts'
import { COMPETITION_REACTOR } from '../competitions/reactor.ts'
import { TESTING } from '../contracts/testing.ts'
import { fixtureAggregate } from '../fixtures/fixture-decider.ts'
import { isOver } from '../fixtures/match.ts'
import { isRowOpenAt } from '../fixtures/match-status.ts'
import { type FixtureRow, fixtureRows, fixtureStreams, whereSeason } from '../fixtures/queries.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { SETTLEMENT_REACTOR } from '../fixtures/settlement-reactor.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { EventLog } from '../kernel/event-log.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import type { Leagues } from '../leagues/commands.ts'
import { NEWS_REACTOR } from '../news/reactor.ts'
import { NOTIFICATION_REACTOR } from '../notifications/reactor.ts'
import type { Predictions } from '../predictions/commands.ts'
import type { Sharing } from '../sharing/commands.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { firstTestUsers, standingNow } from '../testing/queries.ts'
import { TestRefused, type TestTask } from '../testing/tool.ts'
import { createPoissonModel } from './poisson.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'
import { createWorld, type Neighbours } from './world.ts'

/** Accounts made or deleted side by side, and picks handed over at once. */
const [SIDE, CHUNK] = [8, 250]
/** How long what follows from simulated results may take. */
const PATIENCE_MS = 120_000
const WAIT_MS = 5_000
/** Those that answer results; the last ones tell what the others have said. */
const ANSWERING = [ACHIEVEMENT_REACTOR, COMPETITION_REACTOR, SETTLEMENT_REACTOR, NEWS_REACTOR, NOTIFICATION_REACTOR]
/** Members of a league of test users, and how many messages each gameweek brings there. */
const [LEAGUE, MESSAGES] = [10, 5]
/** Every so manieth test user shares a gameweek. */
const SHARERS = 5

export interface TestingTaskDependencies {
  readonly db: ReadDb
  readonly log: Pick<EventLog, 'head'>
  readonly handler: CommandHandler
  readonly engine: ProjectionEngine
  readonly clock: Clock
  readonly seasons: Seasons
  readonly accounts: Pick<Accounts, 'createAccount' | 'deleteUser'>
  readonly predictions: Pick<Predictions, 'saveMany'>
  readonly leagues: Pick<Leagues, 'create' | 'joinByClick' | 'change'>
  readonly chat: Pick<Chat, 'post'>
  readonly sharing: Pick<Sharing, 'share' | 'comment' | 'react'>
  /** What only the world of a newcomer needs. */
  readonly neighbours: Neighbours
  /** The hash of a password that nobody knows. */
  readonly unknownPassword: () => Promise<string>
}

interface TestUser {
  readonly id: number
  readonly number: number
}

/** What the testing tool does, through the commands that players and their fixtures' source use. All that it makes is marked. */
export function createTestingTasks(deps: TestingTaskDependencies) {
  const { db, log, handler, engine, clock, seasons, accounts, predictions, leagues, chat, sharing } = deps

  const contextOf = (actor: number | null): CommandContext => simulatedContext(isoNow(clock), actor)

  async function season(): Promise<string> {
    const current = await seasons.resolve(undefined, isoNow(clock))
    if (current === null) throw new TestRefused('There is no season yet')
    return current
  }

  /** All read tables show what stands in the log. */
  async function projected(): Promise<void> {
    engine.nudge()
    await engine.catchUp(AbortSignal.timeout(PATIENCE_MS))
  }

  /** What follows from results has been said, and what follows from that. */
  async function answered(advance: (done: number) => void): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    for (let head = await log.head(), isFirst = true; ; isFirst = false) {
      engine.nudge()
      for (const name of ANSWERING) {
        while (performance.now() < end && !(await engine.waitForReactor(name, head, WAIT_MS)))
          if ((await engine.paused()).includes(name)) throw new TestRefused(`${name} stands still at an event`)
        if (isFirst) advance(1)
      }
      const now = await log.head()
      if (now === head || performance.now() >= end) break
      head = now
    }
    await projected()
  }

  async function createUsers(run: RunOfSteps, count: number): Promise<TestUser[]> {
    const there = await firstTestUsers(db, TESTING.users.most)
    if (there.length + count > TESTING.users.most)
      throw new TestRefused(`There are at most ${TESTING.users.most} test users; there are ${there.length}`)
    const last = Math.max(0, ...there.map(({ number }) => number ?? 0))
    const numbers = Array.from({ length: count }, (_, index) => last + 1 + index)
    return run.step(async (advance, expect) => {
      expect(count)
      const passwordHash = await deps.unknownPassword()
      const made = await mapLimited(numbers, SIDE, async (number): Promise<TestUser> => {
        const username = `test_${String(number).padStart(3, '0')}`
        const account = { username, password: '', passwordHash, role: 'user', reservedAllowed: true } as const
        const created = await accounts.createAccount(account, contextOf(null))
        if (!created.ok) throw new TestRefused(`${username} could not be created: ${created.rejected}`)
        run.made('users', 1)
        advance(1)
        return { id: created.userId, number }
      })
      await projected()
      return made
    })
  }

  /** So many test users; who is missing is created. */
  async function usersFor(run: RunOfSteps, count: number): Promise<TestUser[]> {
    const there = await firstTestUsers(db, count)
    const users = there.map(({ user_id, number }) => ({ id: user_id, number: number ?? user_id }))
    if (users.length < count) return [...users, ...(await createUsers(run, count - users.length))]
    return run.step(async () => users)
  }

  const matchesOf = async (gameweek: number): Promise<FixtureRow[]> => {
    const rows = await fixtureRows(db, whereSeason(await season(), gameweek))
    if (rows.length === 0) throw new TestRefused(`There are no matches in gameweek ${gameweek}`)
    return rows
  }

  async function openMatches(gameweek: number): Promise<FixtureRow[]> {
    const at = isoNow(clock)
    return (await matchesOf(gameweek)).filter((row) => isRowOpenAt(row, at))
  }

  /** Every test user picks what is open. */
  async function predict(run: RunOfSteps, users: readonly TestUser[], gameweek: number, seed: number): Promise<void> {
    await run.step(async (advance, expect) => {
      const open = await openMatches(gameweek)
      const streams = await fixtureStreams(
        db,
        open.map(({ id }) => id),
      )
      const model = createPoissonModel(seed)
      expect(users.length * open.length)
      const items = open.flatMap(({ id: fixtureId, home, away }) =>
        users.map(({ id: userId, number }) => ({
          ...{ userId, fixtureId, context: contextOf(userId) },
          pick: model.pickOf(number, { stream: streams.get(fixtureId)!, homeTeamId: home.id, awayTeamId: away.id }),
        })),
      )
      for (let from = 0; from < items.length; from += CHUNK) {
        const chunk = items.slice(from, from + CHUNK)
        const outcomes = await predictions.saveMany(chunk)
        run.made('predictions', outcomes.filter((outcome) => outcome.ok && outcome.position !== null).length)
        advance(chunk.length)
      }
      await projected()
    })
  }

  /** Results for all matches of a gameweek that have none. */
  async function finish(run: RunOfSteps, gameweek: number, seed: number): Promise<void> {
    await run.step(async (advance, expect) => {
      const left = (await matchesOf(gameweek)).filter(({ status }) => !isOver(status))
      const streams = await fixtureStreams(
        db,
        left.map(({ id }) => id),
      )
      const model = createPoissonModel(seed)
      expect(left.length)
      for (const { id, home, away } of left) {
        const stream = streams.get(id)!
        const score = model.scoreOf({ stream, homeTeamId: home.id, awayTeamId: away.id })
        const context = contextOf(null)
        const command = { type: 'feed-outcome', at: context.at, outcome: { kind: 'finished', score } } as const
        const handled = await handler.handle(fixtureAggregate, stream, command, context)
        if (!handled.ok) throw new TestRefused(`${home.name} v ${away.name}: ${handled.rejected}`)
        if (handled.events.length > 0) run.made('results', 1)
        advance(1)
      }
    })
    await run.step(async (advance, expect) => {
      expect(ANSWERING.length)
      await answered(advance)
    })
  }

  /** The first gameweeks that have not settled. */
  async function gameweeksAhead(count: number): Promise<number[]> {
    const name = await season()
    const { rows } = await sql<{ gameweek: number }>`
      select distinct f.gameweek::int as gameweek from read.fixtures f
      where f.season = ${name} and not exists (
        select from read.settled_gameweeks s where s.season = f.season and s.gameweek = f.gameweek)
      order by 1 limit ${count}`.execute(db)
    if (rows.length === 0) throw new TestRefused('Every gameweek of the season has settled')
    return rows.map(({ gameweek }) => gameweek)
  }

  async function generate(run: RunOfSteps, users: readonly TestUser[], gameweeks: readonly number[]): Promise<void> {
    const groups = Array.from({ length: Math.ceil(users.length / LEAGUE) }, (_, index) =>
      users.slice(index * LEAGUE, (index + 1) * LEAGUE),
    )
    const founded = await run.step((advance, expect) => {
      expect(groups.length)
      return mapLimited(groups, SIDE, async (members) => {
        const founder = members[0]!
        const settings = {
          name: `Test League ${founder.number}`,
          description: 'Founded by the testing tool',
          type: 'public',
        } as const
        const league = await leagues.create(settings, founder.id, contextOf(founder.id))
        if (!league.ok) throw new TestRefused(`A league could not be founded: ${league.rejected}`)
        run.made('leagues', 1)
        for (const { id } of members.slice(1)) await leagues.joinByClick(league.state.leagueId, id, contextOf(id))
        advance(1)
        return { leagueId: league.state.leagueId, members }
      })
    })
    await projected()
    await run.step(async (advance, expect) => {
      const each = MESSAGES * gameweeks.length
      expect(founded.length * each)
      await mapLimited(founded, SIDE, async ({ leagueId, members }) => {
        for (let index = 0; index < each; index++) {
          const author = members[index % members.length]!.id
          const gameweek = gameweeks[Math.floor(index / MESSAGES)]
          const said = `${remarks[index % remarks.length]} Gameweek ${gameweek}.`
          const posted = await chat.post({ kind: 'league', id: leagueId }, author, said, contextOf(author))
          if (posted.ok) run.made('messages', 1)
          advance(1)
        }
      })
    })
    await run.step(async (advance, expect) => {
      const sharers = users.filter((_, index) => index % SHARERS === 0)
      expect(sharers.length * gameweeks.length)
      for (const gameweek of gameweeks)
        await mapLimited([...sharers.entries()], SIDE, async ([index, { id }]) => {
          await share(run, id, gameweek, users[(index * SHARERS + 1) % users.length]!.id)
          advance(1)
        })
      await projected()
    })
  }

  /** A gameweek's picks of one, commented on by another. */
  async function share(run: RunOfSteps, userId: number, gameweek: number, commenter: number): Promise<void> {
    const mine = await db
      .selectFrom('read.predictions')
      .select('id')
      .where('user_id', '=', userId)
      .where('season', '=', await season())
      .where('gameweek', '=', gameweek)
      .orderBy('id')
      .limit(50)
      .execute()
    if (mine.length === 0) return
    const what = { title: `My gameweek ${gameweek}`, description: null, shareType: 'gameweek', isPublic: true } as const
    const shared = await sharing.share(userId, { ...what, predictionIds: mine.map(({ id }) => id) }, contextOf(userId))
    if (!shared.ok) return
    run.made('shares', 1)
    if (commenter === userId) return
    const found = { id: shared.id, userId, isPublic: true }
    const commented = await sharing.comment(found, commenter, `Bold for gameweek ${gameweek}!`, contextOf(commenter))
    if (commented.ok) run.made('comments', 1)
  }

  /** Takes results and predictions back, and all that followed from them. */
  async function clear(run: RunOfSteps): Promise<void> {
    const standing = await standingNow(db)
    run.gameweeks = standing.gameweeks
    await run.step(async (advance, expect) => {
      let reported = 0
      await engine.clear((done, total) => {
        if (total !== null) expect(total)
        advance(done - reported)
        reported = done
      })
      run.made('results', standing.results)
      run.made('predictions', standing.predictions)
    })
    await run.step(async (advance, expect) => {
      expect(ANSWERING.length)
      await answered(advance)
    })
  }

  async function deleteUsers(run: RunOfSteps): Promise<void> {
    await run.step(async (advance, expect) => {
      // By the mark of their registration, never by their names (docs/threats.md T60).
      const users = await firstTestUsers(db, Number.MAX_SAFE_INTEGER)
      expect(users.length)
      await mapLimited(users, SIDE, async ({ user_id }) => {
        const deleted = await accounts.deleteUser(user_id, contextOf(null))
        if (!deleted.ok && deleted.rejected !== 'no-such-account')
          throw new TestRefused(`A test user could not be deleted: ${deleted.rejected}`)
        run.made('users', 1)
        advance(1)
      })
    })
    await run.step(async (advance, expect) => {
      expect(ANSWERING.length)
      await answered(advance)
    })
  }

  const world = createWorld({ ...deps, ...deps.neighbours, season, projected, answered })

  /** Does a task and says what it did. */
  return async function work(task: TestTask, run: RunOfSteps): Promise<string> {
    switch (task.kind) {
      case 'create-users': {
        run.plan([count(task.users, 'test user')])
        await createUsers(run, task.users)
        return `Created ${count(task.users, 'test user')}`
      }
      case 'generate-predictions': {
        const { gameweek, users } = task
        if ((await openMatches(gameweek)).length === 0) throw new TestRefused('Prediction period has ended')
        run.plan([count(users, 'test user'), `Gameweek ${gameweek}: predictions`])
        await predict(run, await usersFor(run, users), gameweek, task.seed)
        return `${count(run.counts.predictions, 'prediction')} by ${count(users, 'test user')} for gameweek ${gameweek}`
      }
      case 'simulate': {
        const { gameweek, users } = task
        if ((await matchesOf(gameweek)).every(({ status }) => isOver(status)))
          throw new TestRefused(`Every match of gameweek ${gameweek} is over`)
        const before = users === undefined ? [] : [count(users, 'test user'), `Gameweek ${gameweek}: predictions`]
        run.plan([...before, `Gameweek ${gameweek}: results`, `Gameweek ${gameweek}: settling`])
        if (users !== undefined) await predict(run, await usersFor(run, users), gameweek, task.seed)
        await finish(run, gameweek, task.seed)
        return `Gameweek ${gameweek} is complete: ${count(run.counts.results, 'result')}`
      }
      case 'full-simulation': {
        run.gameweeks = await gameweeksAhead(task.gameweeks)
        run.plan([
          count(task.users, 'test user'),
          ...run.gameweeks.flatMap((n) =>
            ['predictions', 'results', 'settling'].map((what) => `Gameweek ${n}: ${what}`),
          ),
        ])
        const users = await usersFor(run, task.users)
        for (const gameweek of run.gameweeks) {
          await predict(run, users, gameweek, task.seed)
          await finish(run, gameweek, task.seed)
        }
        const { predictions: picks, results } = run.counts
        return `Simulated ${count(run.gameweeks.length, 'gameweek')}: ${count(picks, 'prediction')} by ${count(users.length, 'test user')}, ${count(results, 'result')}`
      }
      case 'generate': {
        run.gameweeks = await gameweeksAhead(task.gameweeks)
        run.plan([
          count(task.users, 'test user'),
          ...run.gameweeks.map((n) => `Gameweek ${n}: predictions`),
          ...['Leagues', 'Messages', 'Shares and comments'],
        ])
        const users = await usersFor(run, task.users)
        for (const gameweek of run.gameweeks) await predict(run, users, gameweek, task.seed)
        await generate(run, users, run.gameweeks)
        const made = run.counts
        return `Generated ${count(made.predictions, 'prediction')}, ${count(made.leagues, 'league')}, ${count(made.messages, 'message')}, ${count(made.shares, 'share')} and ${count(made.comments, 'comment')}`
      }
      case 'world':
        return world(run, task)
      case 'clear':
      case 'cleanup': {
        const isCleanup = task.kind === 'cleanup'
        const deleting = isCleanup ? ['Test users', 'What was theirs'] : []
        run.plan(['Simulated data', 'Answers to real events', ...deleting])
        await clear(run)
        const { results, predictions: picks } = run.counts
        const taken = `Took back ${count(results, 'result')} and ${count(picks, 'prediction')}`
        if (!isCleanup) return taken
        await deleteUsers(run)
        return `${taken}, and deleted ${count(run.counts.users, 'test user')}`
      }
    }
  }
}

const count = (n: number, what: string): string => `${n.toLocaleString('en-GB')} ${what}${n === 1 ? '' : 's'}`

const remarks = [
  'Who has the nerve for an away win?',
  'I go with my head this time.',
  'That derby is a draw, mark my words.',
  'Nobody expects what I picked.',
  'My exact scores will come.',
]
