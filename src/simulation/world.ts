import { sql } from 'kysely'
import type { Accounts } from '../accounts/commands.ts'
import type { Chat } from '../chat/commands.ts'
import type { Competitions } from '../competitions/commands.ts'
import type { Following } from '../following/commands.ts'
import { isoNow } from '../kernel/clock.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import { createRandom, type Random } from '../kernel/random.ts'
import type { Leagues } from '../leagues/commands.ts'
import type { Sharing } from '../sharing/commands.ts'
import type { LeagueTeams } from '../teams/commands.ts'
import { TestRefused } from '../testing/tool.ts'
import type { RunOfSteps } from './test-run.ts'
import {
  contextAt,
  createWorldPicks,
  DAY_MS,
  HOUR_MS,
  type Inhabitant,
  type WorldPicksDependencies,
} from './world-picks.ts'
import { CHAT, COMMENTS, LEAGUES_OF_THE_WORLD, NAMES, TEAM_NAMES, TITLES } from './world-words.ts'

/** Done side by side. */
const SIDE = 8
/** Members of a team, and messages of a league. */
const [TEAM, MESSAGES] = [5, 12]
/** Competitions are joined that begin within so many days. */
const SOON_DAYS = 35
/** Colours of teams. */
const COLOURS = ['#3b82f6', '#dc2626', '#16a34a', '#ca8a04', '#9333ea', '#0891b2']

/** What nothing else of the testing tool needs. */
export interface Neighbours {
  readonly teams: Pick<LeagueTeams, 'create' | 'join'>
  readonly competitions: Pick<Competitions, 'join'>
  readonly following: Following
}

interface WorldDependencies extends Neighbours, WorldPicksDependencies {
  /** The current one. Throws `TestRefused` where there is none. */
  readonly season: () => Promise<string>
  readonly accounts: Pick<Accounts, 'createAccount'>
  readonly leagues: Pick<Leagues, 'create' | 'joinByClick' | 'change'>
  readonly chat: Pick<Chat, 'post'>
  readonly sharing: Pick<Sharing, 'share' | 'comment' | 'react'>
  /** The hash of a password that nobody knows. */
  readonly unknownPassword: () => Promise<string>
  /** What follows from all that has been said has been said. */
  readonly answered: (advance: (done: number) => void) => Promise<void>
}

interface Founded {
  readonly leagueId: number
  readonly members: readonly Inhabitant[]
}

/** The names of the steps of a world with so many players and gameweeks. */
export const stepsOfWorld = (users: number, gameweeks: readonly number[]): readonly string[] => [
  `${users} players`,
  ...gameweeks.map((gameweek) => `Gameweek ${gameweek}`),
  'Open matches',
  'Leagues and teams',
  'Chat',
  'Shares and comments',
  'What follows from it',
]

/** Gives the current season a life: players who have predicted it so far, leagues, teams, competitions, chat, shares. */
export function createWorld(deps: WorldDependencies) {
  const { db, clock, season, accounts, leagues, teams, competitions, chat, sharing, following } = deps
  const { predictPast, predictAhead, pastMatches } = createWorldPicks(deps)

  const now = (): number => clock.now()

  /** They have come before the season began. */
  async function settle(run: RunOfSteps, count: number, begins: number): Promise<readonly Inhabitant[]> {
    return run.step(async (advance, expect) => {
      expect(count)
      const passwordHash = await deps.unknownPassword()
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      const made = await mapLimited(numbers, SIDE, async (number): Promise<Inhabitant> => {
        const username = `test_${NAMES[(number - 1) % NAMES.length]}${number > NAMES.length ? `_${Math.ceil(number / NAMES.length)}` : ''}`
        const account = { username, password: '', passwordHash, role: 'user', reservedAllowed: true } as const
        const context = contextAt(Math.min(begins - (30 - (number % 25)) * DAY_MS, now()), null)
        const created = await accounts.createAccount(account, context)
        if (!created.ok) throw new TestRefused(`${username} could not be created: ${created.rejected}`)
        run.made('users', 1)
        advance(1)
        return { id: created.userId, number, username }
      })
      await deps.projected()
      return made
    })
  }

  /** Leagues with their members, teams in the large ones, and competitions that can still be joined. */
  async function gather(run: RunOfSteps, people: readonly Inhabitant[], random: Random): Promise<readonly Founded[]> {
    return run.step(async (advance, expect) => {
      expect(LEAGUES_OF_THE_WORLD.length + 1)
      const founded: Founded[] = []
      for (const [index, { name, description, type, size, hasTeams }] of LEAGUES_OF_THE_WORLD.entries()) {
        const members = drawn(people, Math.min(people.length, size), random)
        const founder = members[0]!
        const settings = { name, description, type: 'public' } as const
        const made = await leagues.create(settings, founder.id, contextAt(now(), founder.id))
        if (!made.ok) throw new TestRefused(`${name} could not be founded: ${made.rejected}`)
        run.made('leagues', 1)
        const { leagueId } = made.state
        for (const { id } of members.slice(1)) {
          const joined = await leagues.joinByClick(leagueId, id, contextAt(now(), id))
          if (!joined.ok) throw new TestRefused(`${name} could not be joined: ${joined.rejected}`)
        }
        // Closed behind them: nobody types codes here.
        if (type === 'private')
          await leagues.change(leagueId, founder.id, { settings: { type } }, contextAt(now(), founder.id))
        if (hasTeams) await formTeams(leagueId, members, index)
        founded.push({ leagueId, members })
        advance(1)
      }
      await deps.projected()
      await compete(people, random)
      advance(1)
      return founded
    })
  }

  async function formTeams(leagueId: number, members: readonly Inhabitant[], from: number): Promise<void> {
    for (let at = 0; at + 1 < members.length; at += TEAM) {
      const [captain, ...others] = members.slice(at, at + TEAM)
      const index = from + at / TEAM
      const team = {
        ...{ name: TEAM_NAMES[index % TEAM_NAMES.length]!, description: null, maxMembers: TEAM },
        teamColor: COLOURS[index % COLOURS.length]!,
      }
      const made = await teams.create(leagueId, team, captain!.id, contextAt(now(), captain!.id))
      if (!made.ok) throw new TestRefused(`${team.name} could not be founded: ${made.rejected}`)
      for (const { id } of others) await teams.join({ leagueId, teamId: made.teamId }, id, contextAt(now(), id))
    }
  }

  /** Never where there is a draw or somebody goes out: real players would be drawn with them (docs/decisions/0038). */
  async function compete(people: readonly Inhabitant[], random: Random): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select id from read.competitions
      where season = ${await season()} and kind in ('weekly', 'monthly', 'seasonal') and ended_at is null
        and start_date <= ${isoNow(clock)}::timestamptz + make_interval(days => ${SOON_DAYS})
      order by start_date, id`.execute(db)
    for (const { id } of rows)
      await mapLimited(drawn(people, Math.ceil(people.length * 0.6), random), SIDE, ({ id: userId }) =>
        competitions.join(id, userId, contextAt(now(), userId)),
      )
  }

  async function talk(run: RunOfSteps, founded: readonly Founded[], random: Random): Promise<void> {
    await run.step(async (advance, expect) => {
      expect(founded.length * MESSAGES)
      await mapLimited(founded, SIDE, async ({ leagueId, members }) => {
        for (const [index, content] of drawn(CHAT, MESSAGES, random).entries()) {
          const author = members[random.below(members.length)]!.id
          const at = now() - (MESSAGES - index) * (2 * HOUR_MS + random.below(3 * HOUR_MS))
          const posted = await chat.post({ kind: 'league', id: leagueId }, author, content, contextAt(at, author))
          if (posted.ok) run.made('messages', 1)
          advance(1)
        }
      })
    })
  }

  /** Some show a gameweek, and others like, comment and follow. */
  async function show(run: RunOfSteps, people: readonly Inhabitant[], gameweeks: readonly number[], random: Random) {
    await run.step(async (advance, expect) => {
      const sharers = drawn(people, Math.ceil(people.length / 3), random)
      expect(sharers.length)
      const name = await season()
      for (const [index, { id: userId }] of sharers.entries()) {
        const gameweek = gameweeks[gameweeks.length - 1 - (index % Math.min(3, gameweeks.length))]
        if (gameweek !== undefined) await share(run, { userId, season: name, gameweek }, people, random)
        await mapLimited(drawn(people, 4, random), SIDE, async ({ id: followedId }) => {
          if (followedId !== userId)
            await following({ type: 'follow', followerId: userId, followedId }, contextAt(now(), userId))
        })
        advance(1)
      }
    })
  }

  async function share(
    run: RunOfSteps,
    of: { readonly userId: number; readonly season: string; readonly gameweek: number },
    people: readonly Inhabitant[],
    random: Random,
  ): Promise<void> {
    const { userId, gameweek } = of
    const picks = await db
      .selectFrom('read.predictions')
      .select('id')
      .where('user_id', '=', userId)
      .where('season', '=', of.season)
      .where('gameweek', '=', gameweek)
      .orderBy('id')
      .execute()
    if (picks.length === 0) return
    const title = TITLES[random.below(TITLES.length)]!.replace('{n}', String(gameweek))
    const what = { title, description: null, shareType: 'gameweek', isPublic: true } as const
    const at = now() - random.below(5 * DAY_MS)
    const predictionIds = picks.map(({ id }) => id)
    const shared = await sharing.share(userId, { ...what, predictionIds }, contextAt(at, userId))
    if (!shared.ok) return
    run.made('shares', 1)
    const found = { id: shared.id, userId, isPublic: true }
    const others = people.filter(({ id }) => id !== userId)
    await mapLimited(drawn(others, random.below(others.length / 2), random), SIDE, ({ id }) =>
      sharing.react(found, id, 'like', contextAt(now(), id)),
    )
    for (const { id } of drawn(others, random.below(4), random)) {
      const said = COMMENTS[random.below(COMMENTS.length)]!
      if ((await sharing.comment(found, id, said, contextAt(now(), id))).ok) run.made('comments', 1)
    }
  }

  /** Throws `TestRefused` where there are test users already: a world that broke off is taken away first. */
  return async function world(run: RunOfSteps, { users, seed }: { users: number; seed: number }): Promise<string> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from read.test_users`.execute(db)
    if (rows[0]!.n > 0)
      throw new TestRefused('There are test users already; npm run testing -- cleanup takes them away')
    const name = await season()
    const past = await pastMatches(name)
    const gameweeks = [...new Set(past.map(({ gameweek }) => gameweek))].sort((a, b) => a - b)
    const begins = Math.min(now(), ...past.map(({ kickoff }) => kickoff))
    run.gameweeks = gameweeks
    run.plan(stepsOfWorld(users, gameweeks))
    const random = createRandom(`world ${seed}`)
    const people = await settle(run, users, begins)
    for (const gameweek of gameweeks)
      await predictPast(
        run,
        past.filter((match) => match.gameweek === gameweek),
        people,
        seed,
      )
    await predictAhead(run, name, people, seed)
    const founded = await gather(run, people, random)
    await talk(run, founded, random)
    await show(run, people, gameweeks, random)
    await run.step(async (advance) => deps.answered(advance))
    const { predictions: picks, leagues: groups, messages, shares } = run.counts
    return `${users} players have made ${picks.toLocaleString('en-GB')} predictions, and have ${groups} leagues, ${messages} messages and ${shares} shares`
  }
}

/** So many of a list, each once. */
function drawn<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!)
}
