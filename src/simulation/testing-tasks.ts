import { sql } from 'kysely'
import { firstCutoffOf } from '../areas/final-table/queries.ts'
import { isOver } from '../areas/fixtures/match.ts'
import { isRowOpenAt } from '../areas/fixtures/match-status.ts'
import { demoSeasonFrom } from '../areas/fixtures/sources/demo.ts'
import { ukDay } from '../areas/fixtures/uk-time.ts'
import { TESTING } from '../areas/testing/contract.ts'
import { currentTestData, emptyTestShares, firstTestUsers } from '../areas/testing/queries.ts'
import { TestRefused, type TestTask, type WantedGameweek } from '../areas/testing/tool.ts'
import { isoNow } from '../kernel/clock.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import { counted } from '../slice/words.ts'
import { createActions, type TestingDependencies, type TestUser } from './actions.ts'
import { createFinalTableStep } from './final-tables.ts'
import { createPoissonModel } from './poisson.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'
import { createWorld } from './world.ts'

/** Number of concurrent deletions of shares. */
const CONCURRENCY = 8
/** Number of members in a league of test users, and of its messages per gameweek. */
const [LEAGUE, MESSAGES] = [10, 5]
const DAY_MS = 24 * 3_600_000
/** Days until a test season begins. */
const DAYS_TO_SEASON = 7
/** One of this many test users shares gameweeks. */
const SHARERS = 5

/** Creates the function that runs tasks of the testing tool. */
export function createTestingTasks(deps: TestingDependencies) {
  const { db, engine, clock, accounts, sharing, fixtureLoader } = deps
  const actions = createActions(deps)
  const world = createWorld(deps, actions)
  const predictFinalTable = createFinalTableStep(deps, actions)

  /** Creates test users numbered from `first`; those of an earlier run are not created again. */
  const createUsers = (run: RunOfSteps, count: number, first: number): Promise<TestUser[]> =>
    actions.createUsers(
      run,
      Array.from({ length: count }, (_, index) => {
        const number = first + index
        return { number, username: `test_${String(number).padStart(3, '0')}`, at: clock.now() }
      }),
    )

  /** Returns the number of the first of `count` new test users. Throws beyond the maximum. */
  async function firstNumber(count: number): Promise<number> {
    const existing = await firstTestUsers(db, TESTING.users.most)
    if (existing.length + count > TESTING.users.most)
      throw new TestRefused(`There are at most ${TESTING.users.most} test users; there are ${existing.length}`)
    return 1 + Math.max(0, ...existing.map(({ number }) => number ?? 0))
  }

  /** Returns matches that are open for predictions, of a gameweek or of the season. */
  const openMatches = (gameweek?: number) => {
    const at = isoNow(clock)
    return actions.matches(gameweek, (row) => isRowOpenAt(row, at))
  }

  const unfinishedMatches = (gameweek: number) => actions.matches(gameweek, ({ status }) => !isOver(status))

  /** Returns the first gameweek with a match that is open for predictions. */
  async function nextGameweek(): Promise<number> {
    const open = await openMatches()
    if (open.length === 0) throw new TestRefused('No match of the season is open for predictions any more')
    return Math.min(...open.map(({ gameweek }) => gameweek))
  }

  async function gameweekOf(run: RunOfSteps, { gameweek }: { readonly gameweek: WantedGameweek }): Promise<number> {
    const found = gameweek === 'next' ? await run.recall('gameweek', nextGameweek) : gameweek
    run.gameweeks = [found]
    return found
  }

  /** Returns `count` test users: existing ones first, then new ones. A resumed run uses the same users in the same order. */
  async function usersFor(run: RunOfSteps, count: number): Promise<TestUser[]> {
    const { users, first } = await run.recall('users', async () => {
      const existing = await firstTestUsers(db, count)
      return {
        users: existing.map(({ user_id, number }): TestUser => ({ id: user_id, number: number ?? user_id })),
        first: existing.length < count ? await firstNumber(count - existing.length) : 0,
      }
    })
    if (users.length < count) return [...users, ...(await createUsers(run, count - users.length, first))]
    return run.step(async () => users)
  }

  /** Every test user predicts every open match of the gameweek. */
  async function predict(run: RunOfSteps, users: readonly TestUser[], gameweek: number, seed: number): Promise<void> {
    await run.step(async (advance, expect) => {
      const open = await openMatches(gameweek)
      const model = createPoissonModel(seed)
      expect(users.length * open.length)
      const items = open.flatMap((match) =>
        users.map(({ id: userId, number }) => {
          const pick = model.pickOf(number, match)
          return { userId, fixtureId: match.id, context: simulatedContext(clock.now(), userId), pick }
        }),
      )
      await actions.save(run, items, advance)
      await actions.projected()
    })
  }

  /** Reports results for all matches of a gameweek without one. */
  async function finish(run: RunOfSteps, gameweek: number, seed: number): Promise<void> {
    const model = createPoissonModel(seed)
    const report = async (match: Awaited<ReturnType<typeof unfinishedMatches>>[number]) => {
      const context = simulatedContext(clock.now(), null)
      const outcome = { kind: 'finished', score: model.scoreOf(match) } as const
      const events = await actions.report(match, { type: 'feed-outcome', at: context.at, outcome }, context)
      if (events > 0) run.made('results', 1)
    }
    await run.each(await unfinishedMatches(gameweek), report, 1)
    await actions.answered(run)
  }

  /** Returns the first gameweeks that have not settled. */
  async function gameweeksAhead(count: number): Promise<number[]> {
    const name = await actions.season()
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
    const founded = await run.each([...groups.entries()], ([index, members]) => {
      const settings = { name: `Test League ${index + 1}`, description: 'Founded by the testing tool' }
      return actions.foundLeague(run, settings, members, `league ${index + 1}`)
    })
    await actions.projected()
    await run.each(founded, async ({ leagueId, members }) => {
      for (let index = 0; index < MESSAGES * gameweeks.length; index++) {
        const author = members[index % members.length]!.id
        const gameweek = gameweeks[Math.floor(index / MESSAGES)]
        const content = `${remarks[index % remarks.length]} Gameweek ${gameweek}.`
        await actions.post(run, leagueId, { index, author, content, at: clock.now() })
      }
    })
    const sharers = users.filter((_, index) => index % SHARERS === 0)
    await run.each([...sharers.entries()], async ([index, { id: userId }]) => {
      const commenter = users[(index * SHARERS + 1) % users.length]!.id
      for (const gameweek of gameweeks) {
        const context = simulatedContext(clock.now(), userId, run.idBase(`share ${userId}/${gameweek}`))
        const share = await actions.shareGameweek(run, userId, gameweek, { title: `My gameweek ${gameweek}`, context })
        if (share !== null && commenter !== userId)
          await actions.comment(
            run,
            share,
            commenter,
            `Bold for gameweek ${gameweek}!`,
            `comment ${userId}/${gameweek}`,
          )
      }
    })
    await actions.projected()
  }

  /** Returns the name of the next test season: of the year in which it begins, or of a later one. */
  async function nextSeason(day: string): Promise<string> {
    const seasons = await db.selectFrom('read.seasons').select(['season', 'anchor']).execute()
    if (seasons.some(({ anchor }) => anchor === null)) throw new TestRefused('There are real seasons here')
    const current = await actions.season()
    const first = await firstCutoffOf(db, current)
    if (first?.at && Date.parse(first.at) > clock.now()) throw new TestRefused(`Season ${current} has not begun yet`)
    const isKnown = (name: string) => seasons.some(({ season }) => season === name)
    for (let year = Number(day.slice(0, 4)); ; year++) {
      const name = `${year}-${String((year + 1) % 100).padStart(2, '0')}`
      if (!isKnown(name)) return name
    }
  }

  /** Opens a season that begins in a week. It becomes the current one. */
  async function openSeason(run: RunOfSteps): Promise<string> {
    const day = await run.recall('day', async () => ukDay(clock.now() + DAYS_TO_SEASON * DAY_MS))
    const season = await run.recall('season', () => nextSeason(day))
    await run.step(async (advance, expect) => {
      let loaded = 0
      const context = simulatedContext(clock.now(), null, run.idBase('calendar'))
      await fixtureLoader.loadDates(demoSeasonFrom(day, season), context, (done, total) => {
        expect(total)
        advance(done - loaded)
        loaded = done
      })
    })
    await actions.answered(run)
    return season
  }

  /** Purges simulated results and predictions with all their effects. */
  async function clear(run: RunOfSteps): Promise<void> {
    const testData = await currentTestData(db)
    run.gameweeks = testData.gameweeks
    await run.step(async (advance, expect) => {
      let reported = 0
      await engine.purge((done, total) => {
        if (total !== null) expect(total)
        advance(done - reported)
        reported = done
      })
      // Deleted with the command of their owners: shares stay in the log, but without predictions they are empty.
      await mapLimited(await emptyTestShares(db), CONCURRENCY, (found) =>
        sharing.delete(found, { id: found.userId, isAdmin: false }, simulatedContext(clock.now(), found.userId)),
      )
      run.made('results', testData.results)
      run.made('predictions', testData.predictions)
    })
    await actions.answered(run)
  }

  async function deleteUsers(run: RunOfSteps): Promise<void> {
    // Selected by the simulation mark of their registration, never by their names (docs/threats.md T60).
    await run.each(await firstTestUsers(db, Number.MAX_SAFE_INTEGER), async ({ user_id }) => {
      const deleted = await accounts.deleteUser(user_id, simulatedContext(clock.now(), null))
      if (!deleted.ok && deleted.rejected !== 'no-such-account')
        throw new TestRefused(`A test user could not be deleted: ${deleted.rejected}`)
      run.made('users', 1)
    })
    await actions.answered(run)
  }

  /** Runs a task and returns a sentence about its outcome. */
  return async function work(task: TestTask, run: RunOfSteps): Promise<string> {
    switch (task.kind) {
      case 'create-users': {
        run.plan([counted(task.users, 'test user')])
        await createUsers(run, task.users, await run.recall('first', () => firstNumber(task.users)))
        return `Created ${counted(task.users, 'test user')}`
      }
      case 'generate-predictions': {
        const { users } = task
        const gameweek = await gameweekOf(run, task)
        if ((await openMatches(gameweek)).length === 0) throw new TestRefused('Prediction period has ended')
        run.plan([counted(users, 'test user'), `Gameweek ${gameweek}: predictions`])
        await predict(run, await usersFor(run, users), gameweek, task.seed)
        return `${counted(run.counts.predictions, 'prediction')} by ${counted(users, 'test user')} for gameweek ${gameweek}`
      }
      case 'simulate': {
        const { users } = task
        const gameweek = await gameweekOf(run, task)
        if (!run.isResumed && (await unfinishedMatches(gameweek)).length === 0)
          throw new TestRefused(`Every match of gameweek ${gameweek} is over`)
        const before = users === undefined ? [] : [counted(users, 'test user'), `Gameweek ${gameweek}: predictions`]
        run.plan([...before, `Gameweek ${gameweek}: results`, `Gameweek ${gameweek}: settling`])
        if (users !== undefined) await predict(run, await usersFor(run, users), gameweek, task.seed)
        await finish(run, gameweek, task.seed)
        return `Gameweek ${gameweek} is complete: ${counted(run.counts.results, 'result')}`
      }
      case 'full-simulation': {
        run.gameweeks = await run.recall('gameweeks', () => gameweeksAhead(task.gameweeks))
        run.plan([
          counted(task.users, 'test user'),
          ...run.gameweeks.flatMap((n) =>
            ['predictions', 'results', 'settling'].map((step) => `Gameweek ${n}: ${step}`),
          ),
        ])
        const users = await usersFor(run, task.users)
        for (const gameweek of run.gameweeks) {
          await predict(run, users, gameweek, task.seed)
          await finish(run, gameweek, task.seed)
        }
        const { predictions: picks, results } = run.counts
        return `Simulated ${counted(run.gameweeks.length, 'gameweek')}: ${counted(picks, 'prediction')} by ${counted(users.length, 'test user')}, ${counted(results, 'result')}`
      }
      case 'generate': {
        run.gameweeks = await run.recall('gameweeks', () => gameweeksAhead(task.gameweeks))
        run.plan([
          counted(task.users, 'test user'),
          ...run.gameweeks.map((n) => `Gameweek ${n}: predictions`),
          ...['Leagues', 'Messages', 'Shares and comments'],
        ])
        const users = await usersFor(run, task.users)
        for (const gameweek of run.gameweeks) await predict(run, users, gameweek, task.seed)
        await generate(run, users, run.gameweeks)
        const made = run.counts
        return `Generated ${counted(made.predictions, 'prediction')}, ${counted(made.leagues, 'league')}, ${counted(made.messages, 'message')}, ${counted(made.shares, 'share')} and ${counted(made.comments, 'comment')}`
      }
      case 'world':
        return world(run, task)
      case 'open-season': {
        const { users } = task
        run.plan(['Calendar', 'Follow-up events', counted(users, 'test user'), 'Final tables'])
        const season = await openSeason(run)
        const predicted = await predictFinalTable(run, await usersFor(run, users), task.seed)
        await actions.projected()
        return `Season ${season} begins in a week, and has ${counted(predicted, 'final table')}`
      }
      case 'clear':
      case 'cleanup': {
        const isCleanup = task.kind === 'cleanup'
        const deleting = isCleanup ? ['Test users', 'Follow-up events'] : []
        run.plan(['Simulated data', 'Reactions to real events', ...deleting])
        await clear(run)
        const { results, predictions: picks } = run.counts
        const purged = `Took back ${counted(results, 'result')} and ${counted(picks, 'prediction')}`
        if (!isCleanup) return purged
        await deleteUsers(run)
        return `${purged}, and deleted ${counted(run.counts.users, 'test user')}`
      }
    }
  }
}

const remarks = [
  'Who has the nerve for an away win?',
  'I go with my head this time.',
  'That derby is a draw, mark my words.',
  'Nobody expects what I picked.',
  'My exact scores will come.',
]
