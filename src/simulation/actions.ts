import { sql } from 'kysely'
import type { ProjectionEngine } from '../../projections/engine/engine.ts'
import type { Accounts } from '../areas/accounts/commands.ts'
import type { Chat } from '../areas/chat/commands.ts'
import type { Competitions } from '../areas/competitions/commands.ts'
import { type FixtureCommand, fixtureDecider } from '../areas/fixtures/fixture-decider.ts'
import type { FixtureLoader } from '../areas/fixtures/fixture-loader.ts'
import { gameweekDecider } from '../areas/fixtures/gameweek-decider.ts'
import { type FixtureRow, fixtureRows, fixtureStreams, whereSeason } from '../areas/fixtures/queries.ts'
import type { Seasons } from '../areas/fixtures/seasons.ts'
import { gameweekStream } from '../areas/fixtures/streams.ts'
import type { Following } from '../areas/following/commands.ts'
import type { Leagues } from '../areas/leagues/commands.ts'
import type { Predictions, SaveItem } from '../areas/predictions/commands.ts'
import type { Sharing } from '../areas/sharing/commands.ts'
import type { FoundShare } from '../areas/sharing/queries.ts'
import { viewsStream } from '../areas/sharing/streams.ts'
import { viewsDecider } from '../areas/sharing/views-decider.ts'
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
  readonly fixtureLoader: Pick<FixtureLoader, 'loadDates'>
  /** Returns the hash of a random password that is not stored anywhere. */
  readonly unknownPassword: () => Promise<string>
}

export interface TestUser {
  readonly id: number
  readonly number: number
}

/** Number of picks in one command. */
const CHUNK = 250
/** Timeout for projections and reactors after simulated events, in milliseconds. */
const TIMEOUT_MS = 120_000
const WAIT_MS = 5_000

/** Actions of the testing tool, through the commands of players and of the source of fixtures. All events are marked as simulated. */
export function createActions(deps: TestingDependencies) {
  const { db, log, handler, engine, clock, seasons, accounts, predictions, leagues, chat, sharing } = deps

  async function season(): Promise<string> {
    const current = await seasons.resolve(undefined, isoNow(clock))
    if (current === null) throw new TestRefused('There is no season yet')
    return current
  }

  /** Waits until all read tables contain the events of the log. */
  async function projected(): Promise<void> {
    engine.nudge()
    await engine.catchUp(AbortSignal.timeout(TIMEOUT_MS))
  }

  return {
    season,
    projected,

    /** Runs a step: waits until reactors have handled all events, including the events that they caused. */
    answered: (run: RunOfSteps): Promise<void> =>
      run.step(async (advance, expect) => {
        expect(engine.reactors.length)
        const end = performance.now() + TIMEOUT_MS
        for (let head = await log.head(), isFirst = true; ; isFirst = false) {
          engine.nudge()
          for (const name of engine.reactors) {
            while (performance.now() < end && !(await engine.waitForReactor(name, head, WAIT_MS)))
              if ((await engine.paused()).includes(name)) throw new TestRefused(`${name} is paused at an event`)
            if (isFirst) advance(1)
          }
          const now = await log.head()
          if (now === head || performance.now() >= end) break
          head = now
        }
        await projected()
      }),

    /** Runs a step: creates missing test users. `at`: time of registration in milliseconds. */
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

    /** Returns wanted matches of the season or of a gameweek, with their streams. Throws if the gameweek has no matches. */
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

    /** Reports about a match like its source. Returns the number of events. */
    async report(
      { stream, home, away }: Pick<FixtureRow, 'home' | 'away'> & { readonly stream: string },
      command: FixtureCommand,
      context: CommandContext,
    ): Promise<number> {
      const handled = await handler.handle(fixtureDecider, stream, command, context)
      if (!handled.ok) throw new TestRefused(`${home.name} v ${away.name}: ${handled.rejected}`)
      return handled.events.length
    },

    /** Publishes the board of a settled gameweek that had no players, after its matches were replayed for test users. */
    async settleAgain(run: RunOfSteps, gameweek: number, at: number): Promise<void> {
      await projected()
      const name = await season()
      const { rows } = await sql<{ fixtureIds: number[] }>`
        select fixture_ids as "fixtureIds" from read.settled_gameweeks g where season = ${name} and gameweek = ${gameweek}
          and not exists (select from read.rank_snapshots s where s.season = g.season and s.gameweek = g.gameweek)
      `.execute(db)
      if (!rows[0]) return
      // Badges of its matches are booked before, as for every settlement.
      const head = await log.head()
      for (const reactor of engine.reactors) await engine.waitForReactor(reactor, head, WAIT_MS)
      const context = simulatedContext(at, null, run.idBase(`settled ${gameweek}`))
      const command = { season: name, gameweek, ...rows[0], isReplay: true } as const
      await handler.handle(gameweekDecider, gameweekStream(name, gameweek), command, context)
    },

    /**
     * Founds a league; the first member is the founder, the others join. `step`: name of the step for `idBase`. `at`: in milliseconds,
     * default: now.
     */
    async foundLeague(
      run: RunOfSteps,
      { name, description }: { readonly name: string; readonly description: string },
      members: readonly TestUser[],
      step: string,
      at = clock.now(),
    ) {
      const [founder, ...others] = members
      const settings = { name, description, type: 'public' } as const
      const context = simulatedContext(at, founder!.id, run.idBase(step))
      const league = await leagues.create(settings, founder!.id, context)
      if (!league.ok) throw new TestRefused(`${name} could not be founded: ${league.rejected}`)
      run.made('leagues', 1)
      const { leagueId } = league
      for (const { id } of others) {
        const joined = await leagues.joinByClick(leagueId, id, simulatedContext(at, id))
        // A resumed run finds members who have joined already.
        if (!joined.ok && joined.rejected !== 'already-member')
          throw new TestRefused(`${name} could not be joined: ${joined.rejected}`)
      }
      return { leagueId, members }
    },

    /** Posts a message in a league; `index` identifies it when the run is resumed. */
    async post(
      run: RunOfSteps,
      leagueId: number,
      { index, author, content, at }: { index: number; author: number; content: string; at: number },
    ): Promise<void> {
      const context = simulatedContext(at, author, run.idBase(`message ${leagueId}/${index}`))
      const posted = await chat.post({ kind: 'league', id: leagueId }, author, content, context)
      if (posted.ok) run.made('messages', 1)
    },

    /** Shares the predictions of a player for a gameweek; returns null if there are none. */
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
      const content = { title, description: null, shareType: 'gameweek', isPublic: true } as const
      const shared = await sharing.share(userId, { ...content, predictionIds: picks.map(({ id }) => id) }, context)
      if (!shared.ok) return null
      run.made('shares', 1)
      return { id: shared.id, userId, isPublic: true }
    },

    /** Records the number of views of a share on the day of `at`. */
    async view({ id: shareId }: FoundShare, { userId, views, at }: { userId: number; views: number; at: number }) {
      const day = new Date(at).toISOString().slice(0, 10)
      await handler.handle(
        viewsDecider,
        viewsStream(day),
        { day, shares: [{ shareId, views }] },
        simulatedContext(clock.now(), userId),
      )
    },

    async comment(run: RunOfSteps, share: FoundShare, userId: number, content: string, step: string): Promise<void> {
      const context = simulatedContext(clock.now(), userId, run.idBase(step))
      if ((await sharing.comment(share, userId, content, context)).ok) run.made('comments', 1)
    },
  }
}

export type Actions = ReturnType<typeof createActions>
