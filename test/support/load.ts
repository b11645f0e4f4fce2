import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCache } from '../../src/kernel/cache.ts'
import type { TestClient } from './client.ts'
import { repeated } from './repeated.ts'

type Answer = Awaited<ReturnType<TestClient['request']>>

/** A pick that was acknowledged as stored. */
interface Acknowledged {
  readonly predictionId: number
  readonly predictedResult: string
  readonly predictedHomeScore: number | null
  readonly predictedAwayScore: number | null
}

/** A league whose founding was acknowledged, with its acknowledged messages. */
interface Founded {
  readonly id: number
  readonly name: string
  readonly messages: readonly string[]
}

interface LoadReport {
  /** By index of the player and fixture id. */
  readonly acknowledged: readonly ReadonlyMap<number, Acknowledged>[]
  /** By index of the player. */
  readonly founded: readonly (readonly Founded[])[]
  /** By index of the player: the addresses of their shares. The player has liked each and commented on it once. */
  readonly shared: readonly (readonly string[])[]
  /** Fixture id → the last acknowledged result. */
  readonly results: ReadonlyMap<number, readonly [home: number, away: number]>
  /** Number of outcomes by kind: a status, or `away` if there was no response. */
  readonly answers: ReadonlyMap<string, number>
  /** The longest time until one attempt was answered or refused, in milliseconds. */
  readonly slowestMs: number
  /** Violations, a line each. */
  readonly faults: readonly string[]
}

interface Load {
  /** Lets every command finish; returns what was acknowledged. */
  stop(): Promise<LoadReport>
  readonly commands: number
  /** Acknowledged results so far, corrections included. */
  readonly settlements: number
}

interface LoadOptions {
  readonly players: readonly TestClient[]
  readonly admin: TestClient
  /** Fixtures that are open for picks. */
  readonly fixtures: readonly number[]
  /** A subset of `fixtures` whose results are entered meanwhile, and corrected repeatedly. */
  readonly settled: readonly number[]
  /**
   * Address of the store, as it is now. These few players act for thousands, so their quotas are reset whenever they
   * are used up.
   */
  readonly databaseUrl: () => string
  /** Milliseconds between two commands of one player. */
  readonly paceMs?: number
}

/** Timeout of an attempt; the command is then retried with its key. */
const ATTEMPT_TIMEOUT_MS = 8_000
/** A command that has no outcome after this has failed. */
const GIVE_UP_MS = 60_000
/**
 * Picks between two leagues of one player. Every tenth league gets a message, as a chat accepts only five in five
 * seconds.
 */
const PICKS_A_LEAGUE = 3
const LEAGUES_A_MESSAGE = 10
/** Picks between two shares of one player. */
const PICKS_A_SHARE = 10

/**
 * Players pick and change their picks, found leagues, write messages, and share, like and comment on picks. An
 * administrator enters and corrects results at the same time. Every command has an `Idempotency-Key`. It is retried
 * with that key until it has an outcome, and sometimes once more.
 */
export function startLoad({
  players,
  admin,
  fixtures,
  settled,
  databaseUrl,
  paceMs = repeated(80, 20),
}: LoadOptions): Load {
  const beginAnew = beginningAnew(databaseUrl)
  const answers = new Map<string, number>()
  const faults: string[] = []
  const results = new Map<number, readonly [number, number]>()
  const acknowledged = players.map(() => new Map<number, Acknowledged>())
  const founded = players.map((): { id: number; name: string; messages: string[] }[] => [])
  const sharedOnes = players.map((): string[] => [])
  const run = `${Date.now()}-${randomInt(1e9)}`
  let stopping = false
  let commands = 0
  let settlements = 0
  let slowestMs = 0

  const count = (kind: string): void => void answers.set(kind, (answers.get(kind) ?? 0) + 1)

  async function attempt(client: TestClient, method: string, path: string, body: unknown, key: string) {
    const began = performance.now()
    const answer = await Promise.race([
      client.request(method, path, body, { 'idempotency-key': key }).catch(() => null),
      sleep(ATTEMPT_TIMEOUT_MS, null, { ref: false }),
    ])
    slowestMs = Math.max(slowestMs, performance.now() - began)
    count(answer === null ? 'away' : String(answer.status))
    if (answer?.status === 503 && answer.headers.get('retry-after') === null)
      faults.push(`${path}: 503 without Retry-After`)
    return answer
  }

  /** The outcome of a command; null if it had none in time. */
  async function command(client: TestClient, method: string, path: string, body: unknown): Promise<Answer | null> {
    const key = `${run}-${commands++}`
    const deadline = Date.now() + GIVE_UP_MS
    let last = 'no answer'
    while (Date.now() < deadline) {
      const answer = await attempt(client, method, path, body, key)
      if (answer) last = `${answer.status} ${answer.body?.detail}`
      if (answer === null || isPutOff(answer)) {
        if (answer?.status === 429) await beginAnew()
        await sleep(50 + randomInt(100))
        continue
      }
      if (randomInt(10) === 0) await repeat(client, method, path, body, key, answer)
      return answer
    }
    faults.push(`${method} ${path}: no outcome within ${GIVE_UP_MS} ms, at last ${last}`)
    return null
  }

  /** Asserts that the same key returns the same response. */
  async function repeat(client: TestClient, method: string, path: string, body: unknown, key: string, first: Answer) {
    const again = await attempt(client, method, path, body, key)
    if (again === null || isPutOff(again)) return
    if (again.status !== first.status || again.body?.id !== first.body?.id)
      faults.push(`${method} ${path}: ${first.status} ${first.body?.id}, then ${again.status} ${again.body?.id}`)
  }

  async function predict(client: TestClient, mine: Map<number, Acknowledged>, fixtureId: number): Promise<void> {
    const before = mine.get(fixtureId)
    const pick = randomPick()
    const answer = before
      ? await command(client, 'PUT', `/api/predictions/${before.predictionId}`, pick)
      : await command(client, 'POST', '/api/predictions', { fixtureId, ...pick })
    if (answer?.status === (before ? 200 : 201)) mine.set(fixtureId, { predictionId: answer.body.id, ...pick })
    else if (answer) faults.push(`pick of ${fixtureId}: ${answer.status} ${answer.body?.detail}`)
    await sleep(paceMs)
  }

  const isPending = ({ headers }: Answer): boolean => headers.get('plp-pending') !== null

  async function found(client: TestClient, mine: (typeof founded)[number]): Promise<void> {
    const name = `League ${mine.length}`
    const league = await command(client, 'POST', '/api/leagues', { name, type: 'private' })
    if (league?.status !== 201) return void faults.push(`league: ${league?.status} ${league?.body?.detail}`)
    const messages: string[] = []
    mine.push({ id: league.body.id, name, messages })
    if (mine.length % LEAGUES_A_MESSAGE !== 0 || isPending(league)) return
    const content = `To all of ${name}`
    const message = await command(client, 'POST', `/api/leagues/${league.body.id}/messages`, { content })
    if (message?.status === 201) messages.push(content)
    else faults.push(`message: ${message?.status} ${message?.body?.detail}`)
  }

  async function share(client: TestClient, mine: string[], picks: readonly Acknowledged[]): Promise<void> {
    const predictionIds = picks.slice(-5).map(({ predictionId }) => predictionId)
    const answer = await command(client, 'POST', '/api/share-predictions', { predictionIds, title: 'Mine' })
    if (answer?.status !== 201) return void faults.push(`share: ${answer?.status} ${answer?.body?.detail}`)
    const path = `/api/shared-predictions/${answer.body.shareUrl}`
    mine.push(path)
    // Stored, but not readable yet.
    if (isPending(answer)) return
    for (const [what, body, status] of [
      ['comments', { content: 'Mine' }, 201],
      ['interact', { type: 'like' }, 200],
    ] as const) {
      const send = () => command(client, 'POST', `${path}/${what}`, body)
      let done = await send()
      // A killed PostgreSQL may lose the last projections, which are repeated from the log: the share is missing until then.
      for (const end = Date.now() + GIVE_UP_MS; done?.status === 404 && Date.now() < end; done = await send())
        await sleep(100)
      if (done && done.status !== status) faults.push(`${what}: ${done.status} ${done.body?.detail}`)
    }
  }

  /**
   * First picks the matches that will have results, as all picks are made before a match; then the others, without end.
   */
  async function play(client: TestClient, player: number, firstDone: () => void): Promise<void> {
    const mine = acknowledged[player]!
    for (const fixtureId of shuffled(settled)) await predict(client, mine, fixtureId)
    firstDone()
    const others = shuffled(fixtures.filter((id) => !settled.includes(id)))
    for (let turn = 0; !stopping; turn++) {
      await predict(client, mine, others[turn % others.length]!)
      if (turn % PICKS_A_LEAGUE === 0) await found(client, founded[player]!)
      if (turn % PICKS_A_SHARE === 0) await share(client, sharedOnes[player]!, [...mine.values()])
    }
  }

  async function settle(): Promise<void> {
    for (let turn = 0; !stopping && settled.length > 0; turn++) {
      const fixtureId = settled[turn % settled.length]!
      const [homeScore, awayScore] = [randomInt(4), randomInt(4)]
      const path = `/api/admin/fixtures/${fixtureId}/result`
      const answer = await command(admin, 'POST', path, { homeScore, awayScore, reason: 'full time' })
      if (answer?.status === 200) {
        results.set(fixtureId, [homeScore, awayScore])
        settlements++
      } else if (answer) faults.push(`result of ${fixtureId}: ${answer.status} ${answer.body?.detail}`)
      await sleep(4 * paceMs)
    }
  }

  const firstPicks = players.map(() => Promise.withResolvers<void>())
  const running = Promise.all([
    ...players.map((player, index) => play(player, index, firstPicks[index]!.resolve)),
    Promise.all(firstPicks.map(({ promise }) => promise)).then(settle),
  ])
  return {
    async stop() {
      stopping = true
      await running
      return { acknowledged, founded, shared: sharedOnes, results, answers, slowestMs, faults }
    },
    get commands() {
      return commands
    },
    get settlements() {
      return settlements
    },
  }
}

/** Resets the quotas of the present minute, hour and day; at most once a second for all callers. */
function beginningAnew(databaseUrl: () => string): () => Promise<unknown> {
  const cache = createCache({ max: 1, ttlMs: 1_000 })
  const forget = async () => {
    const client = new pg.Client({ connectionString: databaseUrl() })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('delete from app.allowances')
    } catch {
      // The server is away; the next refusal tries again.
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return () => cache.get('', '', forget)
}

/** No outcome yet; retry with the same key. */
const isPutOff = ({ status }: Answer): boolean => status === 503 || status === 429

const shuffled = (ids: readonly number[]): number[] => [...ids].sort(() => Math.random() - 0.5)

function randomPick() {
  const [predictedHomeScore, predictedAwayScore] = [randomInt(4), randomInt(4)]
  const difference = predictedHomeScore - predictedAwayScore
  const predictedResult = difference > 0 ? 'home' : difference < 0 ? 'away' : 'draw'
  return { predictedResult, predictedHomeScore, predictedAwayScore }
}

/** Differences between acknowledged and visible data, a line each; empty if nothing was lost or duplicated. */
export async function lostOf(players: readonly TestClient[], report: LoadReport): Promise<string[]> {
  const lost: string[] = []
  for (const [index, player] of players.entries()) {
    const seen = (await player.get('/api/predictions')) as (Acknowledged & {
      id: number
      fixtureId: number
      pointsEarned: number | null
    })[]
    const acknowledged = report.acknowledged[index]!
    for (const [fixtureId, pick] of acknowledged)
      if (!seen.some((each) => each.fixtureId === fixtureId))
        lost.push(`player ${index}, fixture ${fixtureId}: ${JSON.stringify(pick)} is not there`)
    for (const { id, fixtureId, predictedResult, predictedHomeScore, predictedAwayScore, pointsEarned } of seen) {
      const now = { predictionId: id, predictedResult, predictedHomeScore, predictedAwayScore }
      if (JSON.stringify(now) !== JSON.stringify(acknowledged.get(fixtureId)))
        lost.push(
          `player ${index}, fixture ${fixtureId}: acknowledged ${JSON.stringify(acknowledged.get(fixtureId))}, sees ${JSON.stringify(now)}`,
        )
      const points = pointsOf(now, report.results.get(fixtureId))
      if (points !== pointsEarned)
        lost.push(`player ${index}, fixture ${fixtureId}: ${pointsEarned} points, not ${points}`)
    }
    lost.push(...(await strayLeagues(player, report.founded[index]!)).map((line) => `player ${index}: ${line}`))
    lost.push(...(await strayShares(player, report.shared[index]!)).map((line) => `player ${index}: ${line}`))
  }
  return lost
}

/** Leagues and messages that differ from the acknowledged ones: none is lost, none is duplicated. */
async function strayLeagues(player: TestClient, founded: readonly Founded[]): Promise<string[]> {
  const own: { id: number; name: string }[] = []
  for (let page = null; page?.length !== 0; own.push(...page))
    page = await player.get(`/api/user/leagues?offset=${own.length}`)
  const [seen, acknowledged] = [own, founded].map((leagues) => leagues.map(({ id, name }) => `${id} ${name}`).sort())
  const stray =
    JSON.stringify(seen) === JSON.stringify(acknowledged) ? [] : [`acknowledged leagues ${acknowledged}, sees ${seen}`]
  for (const { id, name, messages } of founded.filter((league) => league.messages.length > 0)) {
    const there = ((await player.get(`/api/leagues/${id}/messages`)) as { content: string }[]).map((m) => m.content)
    if (JSON.stringify(there) !== JSON.stringify(messages)) stray.push(`told ${messages} in ${name}, sees ${there}`)
  }
  return stray
}

/**
 * Shares that differ from the acknowledged ones: each exists with one like and one comment, and there are no others.
 */
async function strayShares(player: TestClient, acknowledged: readonly string[]): Promise<string[]> {
  const stray: string[] = []
  for (const path of acknowledged) {
    const { likes, commentCount, isLiked } = await player.get(path)
    if (likes !== 1 || commentCount !== 1 || !isLiked) stray.push(`${path}: ${likes} likes, ${commentCount} comments`)
  }
  const own: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await player.request('GET', `/api/shared-predictions?limit=50${cursor && `&cursor=${cursor}`}`)
    const mine = page.body.filter(({ isMine }: { isMine: boolean }) => isMine)
    own.push(...mine.map(({ shareUrl }: { shareUrl: string }) => `/api/shared-predictions/${shareUrl}`))
    cursor = page.headers.get('plp-next-cursor')
  }
  if (JSON.stringify(own.sort()) !== JSON.stringify([...acknowledged].sort()))
    stray.push(`acknowledged shares ${acknowledged}, sees ${own}`)
  return stray
}

/** 15 for the exact score, 5 for the result, else 0 (docs/rules.md R8); null without a result. */
function pointsOf(pick: Acknowledged, result: readonly [number, number] | undefined): number | null {
  if (!result) return null
  const [home, away] = result
  if (pick.predictedHomeScore === home && pick.predictedAwayScore === away) return 15
  return pick.predictedResult === (home > away ? 'home' : home < away ? 'away' : 'draw') ? 5 : 0
}
