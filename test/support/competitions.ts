import { COMPETITION_REACTOR } from '../../src/areas/competitions/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestApp } from './app.ts'
import type { TestClient } from './client.ts'

/** Waits until everything in the log is projected, and processed by the reactors of gameweeks and competitions. */
export async function answered(app: Pick<TestApp, 'container' | 'settled'>): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const log = app.container.get(TYPES.RawLog)
  for (let head = await log.head(); ; head = await log.head()) {
    engine.nudge()
    for (const name of ['settled-gameweeks', COMPETITION_REACTOR])
      if (!(await engine.waitForReactor(name, head, 60_000))) throw new Error(`${name} did not answer`)
    await app.settled()
    if ((await log.head()) === head) return
  }
}

/** Finds a listed competition by its name. */
export async function competitionNamed(client: TestClient, name: string): Promise<any> {
  const all = await client.get('/api/competitions')
  const found = all.find((one: any) => one.name === name)
  if (!found) throw new Error(`no competition is called ${name}`)
  return found
}

/** Plays a gameweek: an administrator enters a score for every match, after its last kickoff. */
export async function playGameweek(
  app: TestApp,
  admin: TestClient,
  gameweek: number,
  scoreOf: (fixture: any) => readonly [home: number, away: number],
): Promise<void> {
  const fixtures = await admin.get(`/api/fixtures?gameweek=${gameweek}`)
  const last = Math.max(...fixtures.map((fixture: any) => Date.parse(fixture.kickoffTime)))
  app.clock.set(new Date(last + 2 * 3_600_000).toISOString())
  for (const fixture of fixtures) await enterResult(admin, fixture.id, scoreOf(fixture))
  await answered(app)
}

export async function enterResult(admin: TestClient, fixtureId: number, [homeScore, awayScore]: readonly number[]) {
  const body = { homeScore, awayScore, reason: 'Entered by the test' }
  const { status, body: answer } = await admin.post(`/api/admin/fixtures/${fixtureId}/result`, body)
  if (status !== 200) throw new Error(`result of ${fixtureId}: ${status} ${answer.detail}`)
}

/** Predicts the same score for every open match of a gameweek. */
export async function predictAll(player: TestClient, gameweek: number, [home, away]: readonly [number, number]) {
  const fixtures = await player.get(`/api/fixtures?gameweek=${gameweek}`)
  const predictedResult = home > away ? 'home' : home < away ? 'away' : 'draw'
  const predictions = fixtures.map(({ id }: any) => ({
    fixtureId: id,
    predictedResult,
    predictedHomeScore: home,
    predictedAwayScore: away,
  }))
  const { body } = await player.put(`/api/predictions/gameweek/${gameweek}`, { predictions })
  const failed = body.find((one: any) => one.status >= 400)
  if (failed) throw new Error(failed.detail)
}
