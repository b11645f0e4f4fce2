import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import type { Accounts } from '../areas/accounts/commands.ts'
import type { Chat } from '../areas/chat/commands.ts'
import type { Competitions } from '../areas/competitions/commands.ts'
import { type FixtureCommand, fixtureDecider } from '../areas/fixtures/fixture-decider.ts'
import { type FixtureRow, fixtureRows, fixtureStreams, whereSeason } from '../areas/fixtures/queries.ts'
import type { Seasons } from '../areas/fixtures/seasons.ts'
import type { Following } from '../areas/following/commands.ts'
import type { Leagues } from '../areas/leagues/commands.ts'
import type { Predictions, SaveItem } from '../areas/predictions/commands.ts'
import type { Sharing } from '../areas/sharing/commands.ts'
import type { FoundShare } from '../areas/sharing/queries.ts'
import type { LeagueTeams } from '../areas/teams/commands.ts'
import { TestRefused } from '../areas/testing/tool.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'

export interface TestingDependencies {
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
  readonly sharing: Pick<Sharing, 'share' | 'comment' | 'react' | 'delete'>
  readonly teams: Pick<LeagueTeams, 'create' | 'join'>
  readonly competitions: Pick<Competitions, 'join'>
  readonly following: Following
  /** The hash of a password that nobody knows. */
  readonly unknownPassword: () => Promise<string>
}

export interface TestUser {
  readonly id: number
  readonly number: number
}

/** Picks handed over at once. */
const CHUNK = 250
/** How long what follows from simulated results may take. */
const PATIENCE_MS = 120_000
const WAIT_MS = 5_000

/** Actions of the testing tool, through the commands that players and their fixtures' source use. All that they make is marked. */
export function createActions(deps: TestingDependencies) {
  const { db, log, handler, engine, clock, seasons, accounts, predictions, leagues, chat, sharing } = deps

  async function season(): Promise<string> {
    const current = await seasons.resolve(undefined, isoNow(clock))
    if (current === null) throw new TestRefused('There is no season yet')
    return current
  }

  /** Waits until all read tables show the log. */
  async function projected(): Promise<void> {
    engine.nudge()
    await engine.catchUp(AbortSignal.timeout(PATIENCE_MS))
  }

  return {
    season,
    projected,

    /** Does a step: waits until reactors have answered all events, and those of their answers. */
    answered: (run: RunOfSteps): Promise<void> =>
      run.step(async (advance, expect) => {
        expect(engine.reactors.length)
        const end = performance.now() + PATIENCE_MS
        for (let head = await log.head(), isFirst = true; ; isFirst = false) {
          engine.nudge()
          for (const name of engine.reactors) {
            while (performance.now() < end && !(await engine.waitForReactor(name, head, WAIT_MS)))
              if ((await engine.paused()).includes(name)) throw new TestRefused(`${name} stands still at an event`)
            if (isFirst) advance(1)
          }
          const now = await log.head()
          if (now === head || performance.now() >= end) break
          head = now
        }
        await projected()
      }),

    /** Does a step: creates the test users who do not exist yet. `at`: milliseconds. */
    async createUsers(
      run: RunOfSteps,
      wanted: readonly { readonly number: number; readonly username: string; readonly at: number }[],
    ): Promise<TestUser[]> {
      const passwordHash = await deps.unknownPassword()
      const rows = await db
        .selectFrom('read.test_users as t')
        .innerJoin('read.people as p', 'p.id', 't.user_id')
        .select(['p.id', 'p.username'])
        .execute()
      const known = new Map(rows.map(({ username, id }) => [username, id]))
      const users = await run.each(wanted, async ({ number, username, at }): Promise<TestUser> => {
        const id = known.get(username)
        if (id !== undefined) return { id, number }
        const account = { username, password: '', passwordHash, role: 'user', reservedAllowed: true } as const
        const created = await accounts.createAccount(account, simulatedContext(at, null))
        if (!created.ok) throw new TestRefused(`${username} could not be created: ${created.rejected}`)
        run.made('users', 1)
        return { id: created.userId, number }
      })
      await projected()
      return users
    },

    /** Matches of the season with their streams; of one gameweek: at least one. */
    async matches(gameweek: number | undefined, isWanted: (row: FixtureRow) => boolean) {
      const rows = await fixtureRows(db, whereSeason(await season(), gameweek))
      if (rows.length === 0 && gameweek !== undefined)
        throw new TestRefused(`There are no matches in gameweek ${gameweek}`)
      const wanted = rows.filter(isWanted)
      const streams = await fixtureStreams(
        db,
        wanted.map(({ id }) => id),
      )
      return wanted.map((row) => ({ ...row, stream: streams.get(row.id)! }))
    },

    async save(run: RunOfSteps, items: readonly SaveItem[], advance?: (done: number) => void): Promise<void> {
      for (let from = 0; from < items.length; from += CHUNK) {
        const chunk = items.slice(from, from + CHUNK)
        const outcomes = await predictions.saveMany(chunk)
        run.made('predictions', outcomes.filter((outcome) => outcome.ok && outcome.position !== null).length)
        advance?.(chunk.length)
      }
    },

    /** Reports about a match as its source would. Returns the number of events. */
    async report(
      { stream, home, away }: Pick<FixtureRow, 'home' | 'away'> & { readonly stream: string },
      command: FixtureCommand,
      context: CommandContext,
    ): Promise<number> {
      const handled = await handler.handle(fixtureDecider, stream, command, context)
      if (!handled.ok) throw new TestRefused(`${home.name} v ${away.name}: ${handled.rejected}`)
      return handled.events.length
    },

    /** Founds a league by the first of its members. `step`: its name for `idBase`. */
    async foundLeague(
      run: RunOfSteps,
      { name, description }: { readonly name: string; readonly description: string },
      members: readonly TestUser[],
      step: string,
    ) {
      const [founder, ...others] = members
      const settings = { name, description, type: 'public' } as const
      const context = simulatedContext(clock.now(), founder!.id, run.idBase(step))
      const league = await leagues.create(settings, founder!.id, context)
      if (!league.ok) throw new TestRefused(`${name} could not be founded: ${league.rejected}`)
      run.made('leagues', 1)
      const { leagueId } = league
      for (const { id } of others) {
        const joined = await leagues.joinByClick(leagueId, id, simulatedContext(clock.now(), id))
        // A resumed run finds those who joined before.
        if (!joined.ok && joined.rejected !== 'already-member')
          throw new TestRefused(`${name} could not be joined: ${joined.rejected}`)
      }
      return { leagueId, members }
    },

    /** Posts the message of a number in a league. */
    async post(
      run: RunOfSteps,
      leagueId: number,
      { index, author, content, at }: { index: number; author: number; content: string; at: number },
    ): Promise<void> {
      const context = simulatedContext(at, author, run.idBase(`message ${leagueId}/${index}`))
      const posted = await chat.post({ kind: 'league', id: leagueId }, author, content, context)
      if (posted.ok) run.made('messages', 1)
    },

    /** Shares the predictions of a player for a gameweek; null where there are none. */
    async shareGameweek(
      run: RunOfSteps,
      userId: number,
      gameweek: number,
      { title, context }: { readonly title: string; readonly context: CommandContext },
    ): Promise<FoundShare | null> {
      const picks = await db
        .selectFrom('read.predictions')
        .select('id')
        .where('user_id', '=', userId)
        .where('season', '=', await season())
        .where('gameweek', '=', gameweek)
        .orderBy('id')
        .limit(50)
        .execute()
      if (picks.length === 0) return null
      const what = { title, description: null, shareType: 'gameweek', isPublic: true } as const
      const shared = await sharing.share(userId, { ...what, predictionIds: picks.map(({ id }) => id) }, context)
      if (!shared.ok) return null
      run.made('shares', 1)
      return { id: shared.id, userId, isPublic: true }
    },

    async comment(run: RunOfSteps, share: FoundShare, userId: number, content: string, step: string): Promise<void> {
      const context = simulatedContext(clock.now(), userId, run.idBase(step))
      if ((await sharing.comment(share, userId, content, context)).ok) run.made('comments', 1)
    },
  }
}

export type Actions = ReturnType<typeof createActions>
