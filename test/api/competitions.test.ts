import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPETITION_REACTOR } from '../../src/competitions/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  await answered()
})
afterAll(() => app?.close())

/** Everything in the log is projected, and the competitions have answered it. */
async function answered(): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const log = app.container.get(TYPES.RawLog)
  for (let head = await log.head(); ; head = await log.head()) {
    await app.settled()
    engine.nudge()
    for (const name of ['settled-gameweeks', COMPETITION_REACTOR])
      if (!(await engine.waitForReactor(name, head, 20_000))) throw new Error(`${name} did not answer`)
    if ((await log.head()) === head) return
  }
}

const list = (client: TestClient): Promise<any[]> => client.get('/api/competitions')
const named = async (client: TestClient, name: string) => (await list(client)).find((one) => one.name === name)

describe('the calendar of a season', () => {
  test('makes a weekly for each gameweek, a monthly for each month, one seasonal, a cup and a knockout', async () => {
    const all = await list(admin)
    const of = (type: string) => all.filter((one) => one.type === type)
    expect(of('weekly').map(({ name }) => name)).toEqual(
      Array.from({ length: 38 }, (_, index) => `Gameweek ${index + 1} Challenge`),
    )
    expect(of('monthly').map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "August 2026 Challenge",
        "September 2026 Challenge",
        "October 2026 Challenge",
        "November 2026 Challenge",
        "December 2026 Challenge",
        "January 2027 Challenge",
        "February 2027 Challenge",
        "March 2027 Challenge",
        "April 2027 Challenge",
        "May 2027 Challenge",
      ]
    `)
    expect(of('seasonal').map(({ name }) => name)).toEqual(['Demo Season Championship'])
    expect([of('cup'), of('knockout')].map((each) => each.map(({ name }) => name))).toEqual([
      ['Demo Season Cup'],
      ['Demo Season Knockout'],
    ])
    expect(all.length).toBe(38 + of('monthly').length + 3)
    console.log(JSON.stringify(all.filter((one) => one.type !== 'weekly'), null, 1))
  })
})
