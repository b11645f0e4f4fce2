import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Check, counted } from './attack.ts'
import type { Game, JsonAnswer, Player } from './game.ts'
import { each, range } from './http.ts'

const CHANGES_A_MINUTE = 120
const PICKS = 10
const ROUNDS = 30
const JOINS_AN_HOUR = 5
const LEAGUES_A_DAY = 20
const TEAMS_A_DAY = 10

/** Lists that grow with the data of players: each accepts a `limit`. */
const LISTS = [
  '/api/leagues',
  '/api/user/leagues',
  '/api/leagues/{id}/teams',
  '/api/leagues/{id}/messages',
  '/api/competitions',
  '/api/competitions/{id}/messages',
  '/api/notifications',
  '/api/user/points',
  '/api/predictions',
  '/api/admin/locked-accounts',
  '/api/admin/reports',
]

const limited = ({ status, headers }: JsonAnswer): boolean => status === 429 && Number(headers['retry-after']) > 0

/** Open fixtures of the first gameweek in which every match is open. */
export async function openGameweek(player: Player): Promise<{ gameweek: number; fixtures: number[] }> {
  const { body } = await player.send('GET', '/api/fixtures')
  const byGameweek = Map.groupBy(body as { id: number; gameweek: number; isOpen: boolean }[], (each) => each.gameweek)
  for (const [gameweek, fixtures] of [...byGameweek].sort(([a], [b]) => a - b))
    if (fixtures.length >= PICKS && fixtures.every(({ isOpen }) => isOpen))
      return { gameweek, fixtures: fixtures.map(({ id }) => id) }
  throw new Error('no gameweek of the season is open')
}

async function eventsOf({ database }: Game, streams: string): Promise<number> {
  const { rows } = await database.query<{ events: number }>(
    'select count(*)::int as events from log.events where stream like $1',
    [streams],
  )
  return rows[0]!.events
}

/** Ten picks, changed repeatedly, as a gameweek and one by one. */
async function toggledPicks(game: Game): Promise<Check> {
  const player = await game.newPlayer('toggler')
  const { gameweek, fixtures } = await openGameweek(player)
  const answers: JsonAnswer[] = []
  const outcomes = ['home', 'draw', 'away']
  // Windows begin with each minute of the clock: across two of them, twice as many pass.
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 15_000) await sleep(leftMs)
  for (let round = 0; round < ROUNDS; round++) {
    const predictions = fixtures
      .slice(0, PICKS)
      .map((fixtureId) => ({ fixtureId, predictedResult: outcomes[round % outcomes.length] }))
    answers.push(await player.send('PUT', `/api/predictions/gameweek/${gameweek}`, { predictions }))
  }
  const events = await eventsOf(game, `prediction-${player.id}-%`)
  // Not always the last call: it may repeat stored data, which is no change.
  const isRefused = answers.some(limited)
  return {
    holds: `${CHANGES_A_MINUTE} predictions and changes a minute, then 429`,
    seen: `${events} events of ${PICKS * ROUNDS} changes, ${counted(answers.map(({ status }) => status))}`,
    ok: events <= CHANGES_A_MINUTE && isRefused,
  }
}

async function joinsAndLeaves(game: Game): Promise<Check> {
  const [founder] = await game.players(1)
  const player = await game.newPlayer('coming_going')
  const league = await founder!.send('POST', '/api/leagues', { name: 'A door that swings', type: 'public' })
  const joins: JsonAnswer[] = []
  for (let n = 0; n < 20; n++) {
    joins.push(await player.send('POST', `/api/leagues/${league.body.id}/join`, {}))
    await player.send('DELETE', `/api/leagues/${league.body.id}/members/${player.id}`)
  }
  const joined = joins.filter(({ status }) => status === 200).length
  return {
    holds: `${JOINS_AN_HOUR} joins and leaves of one league by one player an hour, then 429`,
    seen: counted(joins.map(({ status }) => status)),
    ok: joined <= JOINS_AN_HOUR && limited(joins.at(-1)!),
  }
}

async function founding(game: Game): Promise<Check[]> {
  const player = await game.newPlayer('founder')
  const leagues = await each(range(2 * LEAGUES_A_DAY), 4, (n) =>
    player.send('POST', '/api/leagues', { name: `Founded ${n}`, type: 'public' }),
  )
  const founded = leagues.filter(({ status }) => status === 201)
  const teams: JsonAnswer[] = []
  for (const { body } of founded.slice(0, TEAMS_A_DAY + 5))
    teams.push(await player.send('POST', `/api/leagues/${body.id}/teams`, { name: 'Founded too' }))
  const foundedTeams = teams.filter(({ status }) => status === 201).length
  return [
    {
      holds: `${LEAGUES_A_DAY} leagues a player and day, then 429 with Retry-After`,
      seen: counted(leagues.map(({ status }) => status)),
      ok: founded.length === LEAGUES_A_DAY && leagues.every((answer) => answer.status === 201 || limited(answer)),
    },
    {
      holds: `${TEAMS_A_DAY} teams a player and day, then 429 with Retry-After`,
      seen: counted(teams.map(({ status }) => status)),
      ok: foundedTeams === TEAMS_A_DAY && teams.every((answer) => answer.status === 201 || limited(answer)),
    },
  ]
}

async function lists(game: Game): Promise<Check> {
  const { body } = await game.ask(game.newAddress(), 'GET', '/api/openapi.json')
  const paths = body.paths as Record<string, { get?: { parameters: { name: string }[] } }>
  const without = LISTS.filter((path) => !paths[path]?.get?.parameters.some(({ name }) => name === 'limit'))
  return {
    holds: 'every list that players make grow takes a limit',
    seen: without.length === 0 ? `all ${LISTS.length} do` : `not ${without.join(', ')}`,
    ok: without.length === 0,
  }
}

export const growth: Attack = {
  name: 'growth',
  does: 'picks toggled, a league joined and left, leagues and teams founded, as fast as it goes',
  run: async (game) => [
    await toggledPicks(game),
    await joinsAndLeaves(game),
    ...(await founding(game)),
    await lists(game),
  ],
}
