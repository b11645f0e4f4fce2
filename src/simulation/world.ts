import { sql } from 'kysely'
import { jokerDecider } from '../areas/league-rules/joker-decider.ts'
import { type ChosenRules, rulesAt } from '../areas/league-rules/rules.ts'
import { leagueDecider } from '../areas/leagues/league-decider.ts'
import { TestRefused } from '../areas/testing/tool.ts'
import { isoNow } from '../kernel/clock.ts'
import { mapLimited } from '../kernel/map-limited.ts'
import { createRandom, type Random } from '../kernel/random.ts'
import { counted } from '../slice/words.ts'
import type { Actions, TestingDependencies, TestUser } from './actions.ts'
import { createFinalTableStep } from './final-tables.ts'
import { choiceOfRules, drawJoker, placedJoker } from './league-rules.ts'
import { simulatedContext } from './simulated-context.ts'
import type { RunOfSteps } from './test-run.ts'
import { AHEAD_MS, createWorldPicks, DAY_MS, HOUR_MS } from './world-picks.ts'
import { CHAT, COMMENTS, LEAGUES_OF_THE_WORLD, NAMES, TEAM_NAMES, TITLES } from './world-words.ts'

/** Number of concurrent commands. */
const CONCURRENCY = 8
/** Numbers of members in a team and of messages in a league. */
const [TEAM, MESSAGES] = [5, 12]
/** Players join competitions that begin within so many days. */
const SOON_DAYS = 35
/** Shares are from so many past days. */
const SHARED_DAYS = 5
/** Leagues with rules of their own were founded this long before the season. */
const FOUNDED_BEFORE_MS = 2 * DAY_MS
/** Colours of teams. */
const COLOURS = ['#3b82f6', '#dc2626', '#16a34a', '#ca8a04', '#9333ea', '#0891b2']

interface Founded {
  readonly leagueId: number
  readonly members: readonly TestUser[]
}

/** Returns the names of the steps for a number of players and these gameweeks. */
const stepsOfWorld = (users: number, gameweeks: readonly number[]): readonly string[] => [
  counted(users, 'player'),
  ...gameweeks.map((gameweek) => `Gameweek ${gameweek}`),
  'Open matches',
  'Final tables',
  'Leagues and teams',
  'Chat',
  'Shares and comments',
  'Follow-up events',
]

/** Populates the current season: players with predictions for past matches, leagues, teams, competitions, chat and shares. */
export function createWorld(deps: TestingDependencies, actions: Actions) {
  const { db, handler, clock, leagues, teams, competitions, sharing, following } = deps
  const { predictPast, predictAhead, pastMatches } = createWorldPicks(clock, actions)
  const predictFinalTable = createFinalTableStep(deps, actions)

  const now = (): number => clock.now()

  /** Creates the players, with registrations before the season began. */
  const settle = (run: RunOfSteps, count: number, begins: number): Promise<readonly TestUser[]> =>
    actions.createUsers(
      run,
      Array.from({ length: count }, (_, index) => {
        const again = index < NAMES.length ? '' : `_${1 + Math.floor(index / NAMES.length)}`
        const at = Math.min(begins - (30 - ((index + 1) % 25)) * DAY_MS, now())
        return { number: index + 1, username: `test_${NAMES[index % NAMES.length]}${again}`, at }
      }),
    )

  /**
   * Founds leagues with members, forms teams in large ones, and joins open competitions. Leagues with rules of their own are as old as
   * the season, the others are new.
   */
  async function gather(
    run: RunOfSteps,
    people: readonly TestUser[],
    random: Random,
    past: readonly number[],
    begins: number,
  ): Promise<readonly Founded[]> {
    return run.step(async (advance, expect) => {
      expect(LEAGUES_OF_THE_WORLD.length + 1)
      const founded: Founded[] = []
      for (const [index, { name, description, type, size, hasTeams, rules = [] }] of LEAGUES_OF_THE_WORLD.entries()) {
        const members = drawn(people, Math.min(people.length, size), random)
        const founding = rules.length > 0 ? Math.min(begins - FOUNDED_BEFORE_MS, now()) : now()
        const { leagueId } = await actions.foundLeague(run, { name, description }, members, `league ${index}`, founding)
        const founder = members[0]!
        const chosen = rules.map(({ after, rules: of }) => ({ rules: of, nth: Math.floor(past.length * after) }))
        if (chosen.length > 0) await chooseRules(run, { leagueId, members }, chosen, index)
        // Made private after the members have joined, which would otherwise need a code.
        if (type === 'private')
          await leagues.change(leagueId, { by: founder.id, settings: { type } }, simulatedContext(now(), founder.id))
        if (hasTeams) await formTeams(run, leagueId, members, index)
        founded.push({ leagueId, members })
        advance(1)
      }
      await actions.projected()
      await compete(people, random)
      advance(1)
      return founded
    })
  }

  /** Chooses rules from the `nth` gameweeks on, a day before each, and places jokers up to the gameweeks of the next days. */
  async function chooseRules(
    run: RunOfSteps,
    { leagueId, members }: Founded,
    rules: readonly { readonly rules: ChosenRules['rules']; readonly nth: number }[],
    index: number,
  ): Promise<void> {
    const random = createRandom(`rules ${index}`)
    const season = await actions.season()
    const dated = (await actions.matches(undefined, (row) => row.kickoff !== null && row.status !== 'cancelled')).map(
      ({ id, gameweek, kickoff }) => ({ id, gameweek, kickoff: Date.parse(kickoff!) }),
    )
    const gameweeks = [...Map.groupBy(dated, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)
    const founder = members[0]!.id
    const chosen: ChosenRules[] = []
    for (const { rules: of, nth } of rules) {
      const [gameweek, matches] = gameweeks[nth]!
      const kickoff = Math.min(...matches.map((match) => match.kickoff))
      const at = Math.min(kickoff - DAY_MS, now())
      const { stream, command } = choiceOfRules(
        { leagueId, by: founder, rules: of },
        { season, gameweek },
        { kickoff, at },
      )
      const context = simulatedContext(at, founder, run.idBase(`rules ${leagueId}/${gameweek}`))
      const outcome = await handler.handle(leagueDecider, stream, command, context)
      if (!outcome.ok) throw new TestRefused(`The rules of league ${leagueId} were refused: ${outcome.rejected}`)
      chosen.push({ season, fromGameweek: gameweek, rules: of })
    }
    const jokers = gameweeks.flatMap(([gameweek, matches]) => {
      const near = matches.filter(({ kickoff }) => kickoff < now() + AHEAD_MS)
      if (near.length === 0 || !rulesAt(chosen, { season, gameweek }).joker) return []
      return members.flatMap(({ id: userId }) => {
        const match = drawJoker(near, random)
        if (match === null) return []
        const at = Math.min(match.kickoff - HOUR_MS - random.next() * DAY_MS, now())
        const joker = placedJoker({ leagueId, userId }, { season, gameweek }, match, at)
        return [{ ...joker, context: simulatedContext(at, userId) }]
      })
    })
    // A resumed run finds jokers that are placed already.
    await handler.handleMany(jokerDecider, jokers)
  }

  async function formTeams(
    run: RunOfSteps,
    leagueId: number,
    members: readonly TestUser[],
    from: number,
  ): Promise<void> {
    for (let at = 0; at + 1 < members.length; at += TEAM) {
      const [captain, ...others] = members.slice(at, at + TEAM)
      const index = from + at / TEAM
      const team = {
        ...{ name: TEAM_NAMES[index % TEAM_NAMES.length]!, description: null, maxMembers: TEAM },
        teamColor: COLOURS[index % COLOURS.length]!,
      }
      const founding = simulatedContext(now(), captain!.id, run.idBase(`team ${leagueId}/${at}`))
      const made = await teams.create(leagueId, team, captain!.id, founding)
      if (!made.ok) throw new TestRefused(`${team.name} could not be founded: ${made.rejected}`)
      for (const { id } of others) await teams.join({ leagueId, teamId: made.teamId }, id, simulatedContext(now(), id))
    }
  }

  /** Joins no cups and knockouts, in which real players would be drawn against test users (docs/decisions/0038). */
  async function compete(people: readonly TestUser[], random: Random): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select id from read.competitions
      where season = ${await actions.season()} and kind in ('weekly', 'monthly', 'seasonal') and ended_at is null
        and start_date <= ${isoNow(clock)}::timestamptz + make_interval(days => ${SOON_DAYS})
      order by start_date, id`.execute(db)
    for (const { id } of rows)
      await mapLimited(drawn(people, Math.ceil(people.length * 0.6), random), CONCURRENCY, ({ id: userId }) =>
        competitions.join(id, userId, simulatedContext(now(), userId)),
      )
  }

  async function talk(run: RunOfSteps, founded: readonly Founded[], seed: number): Promise<void> {
    await run.each([...founded.entries()], async ([nr, { leagueId, members }]) => {
      // One generator per league: leagues run concurrently, and a resumed run must post the same messages.
      const random = createRandom(`world ${seed}/chat ${nr}`)
      for (const [index, content] of drawn(CHAT, MESSAGES, random).entries()) {
        const author = members[random.below(members.length)]!.id
        // In order of time, as the chat lists them.
        const at = now() - (MESSAGES - index) * 4 * HOUR_MS + random.below(4 * HOUR_MS)
        await actions.post(run, leagueId, { index, author, content, at })
      }
    })
  }

  /** A third of the players share a gameweek; others like, comment and follow. */
  async function show(run: RunOfSteps, people: readonly TestUser[], gameweeks: readonly number[], seed: number) {
    const sharers = drawn(people, Math.ceil(people.length / 3), createRandom(`world ${seed}/sharers`))
    const showOne = async ([index, { id: userId }]: readonly [number, TestUser]) => {
      const random = createRandom(`world ${seed}/sharer ${index}`)
      const gameweek = gameweeks[gameweeks.length - 1 - (index % Math.min(3, gameweeks.length))]
      // In order of time, as the feed lists them.
      const at =
        now() - Math.round(((sharers.length - index - random.below(100) / 100) * SHARED_DAYS * DAY_MS) / sharers.length)
      if (gameweek !== undefined) await share(run, { userId, gameweek, at }, people, random)
      await mapLimited(drawn(people, 4, random), CONCURRENCY, async ({ id: followedId }) => {
        if (followedId !== userId)
          await following({ type: 'follow', followerId: userId, followedId }, simulatedContext(now(), userId))
      })
    }
    await run.each([...sharers.entries()], showOne, 1)
  }

  async function share(
    run: RunOfSteps,
    { userId, gameweek, at }: { readonly userId: number; readonly gameweek: number; readonly at: number },
    people: readonly TestUser[],
    random: Random,
  ): Promise<void> {
    const title = TITLES[random.below(TITLES.length)]!.replace('{n}', String(gameweek))
    const context = simulatedContext(at, userId, run.idBase(`share ${userId}`))
    const found = await actions.shareGameweek(run, userId, gameweek, { title, context })
    if (found === null) return
    const others = people.filter(({ id }) => id !== userId)
    const likers = drawn(others, random.below(others.length / 2), random)
    await mapLimited(likers, CONCURRENCY, ({ id }) => sharing.react(found, id, 'like', simulatedContext(now(), id)))
    await actions.view(found, { userId, views: likers.length * 2 + 5 + random.below(20), at: now() - DAY_MS })
    for (const { id } of drawn(others, random.below(4), random))
      await actions.comment(run, found, id, COMMENTS[random.below(COMMENTS.length)]!, `comment ${userId}/${id}`)
  }

  /** Throws `TestRefused` if there are test users already, unless the run is resumed. */
  return async function world(run: RunOfSteps, { users, seed }: { users: number; seed: number }): Promise<string> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from read.test_users`.execute(db)
    if (rows[0]!.n > 0 && !run.isResumed)
      throw new TestRefused('There are test users already; npm run testing -- cleanup deletes them')
    // Recalled in a resumed run, because a match that is being replayed has no result for a while.
    const past = await run.recall('past', pastMatches)
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
    await predictAhead(run, people, seed)
    await predictFinalTable(run, people, seed)
    const founded = await gather(run, people, random, gameweeks, begins)
    await talk(run, founded, seed)
    await show(run, people, gameweeks, seed)
    await actions.answered(run)
    const { predictions: picks, leagues: groups, messages, shares } = run.counts
    const made = `${counted(users, 'player')} ${users === 1 ? 'has' : 'have'} made ${counted(picks, 'prediction')}`
    const has = [counted(groups, 'league'), counted(messages, 'message')].join(', ')
    return `${made}, and ${users === 1 ? 'has' : 'have'} ${has} and ${counted(shares, 'share')}`
  }
}

/** Draws distinct items of a list. */
function drawn<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0]!)
}
