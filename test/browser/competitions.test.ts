import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { answered, competitionNamed, playGameweek, predictAll } from '../support/competitions.ts'
import { openCompetition } from './competition-page.ts'
import { competitionsOf, openCompetitions } from './competitions-page.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { oneLine } from './visitor.ts'

const stage = setStage()
let nia: TestClient
let ben: TestClient

beforeAll(async () => {
  nia = await stage.app.player('nia.okafor')
  ben = await stage.app.player('ben')
  await answered(stage.app)
})

async function made(competition: object): Promise<any> {
  const { status, body } = await stage.admin.post('/api/competitions', { prizePool: 100, ...competition })
  expect(status, body?.detail).toBe(201)
  return body
}

async function join(competition: { id: number }, ...clients: TestClient[]) {
  for (const client of clients) expect((await client.post(`/api/competitions/${competition.id}/join`)).status).toBe(200)
}

test('a new participant appears without a reload; a cup shows its draw, byes, winners of ties and the winner, a knockout those eliminated, both the standings and prizes', async () => {
  const [cyr, dee] = [await stage.app.player('cyr'), await stage.app.player('dee')]
  const cup = await made({ name: 'Advent Cup', type: 'cup', firstGameweek: 15, lastGameweek: 16, prizePool: 200 })
  const knockout = await made({ name: 'Last Standing', type: 'knockout', firstGameweek: 15, lastGameweek: 16 })
  // nia has every match exactly right, ben its result, the others nothing; cyr joined before dee.
  await join(cup, nia, ben, cyr)
  const lonely = await made({ name: 'Lonely Knockout', type: 'knockout', firstGameweek: 15, lastGameweek: 15 })
  await join(lonely, ben)
  await join(knockout, nia, ben, cyr, dee)
  for (const gameweek of [15, 16]) {
    await predictAll(nia, gameweek, [2, 1])
    await predictAll(ben, gameweek, [1, 0])
  }
  await playGameweek(stage.app, stage.admin, 14, () => [0, 0])
  await answered(stage.app)

  // Drawn, not begun: joining from the list is not possible either.
  const list = await openCompetitions(stage, { as: dee, query: '?search=Advent+Cup' })
  await list.card('Advent Cup').getByText('Upcoming').waitFor()
  const closed = list.joining('Advent Cup')
  expect([await closed.getAttribute('aria-label'), await closed.isDisabled()]).toEqual([
    'Already Started Advent Cup',
    true,
  ])
  // A new participant appears without a reload.
  await list.goWithin('/competitions?search=Gameweek+24')
  await list.card('Gameweek 24 Challenge').getByText('0 players').waitFor()
  await list.connected()
  await join(await competitionNamed(ben, 'Gameweek 24 Challenge'), await stage.app.player('live'))
  await list.card('Gameweek 24 Challenge').getByText('1 player', { exact: true }).waitFor()
  await list.leave()

  const screen = await openCompetition(stage, cup.id, { as: nia })
  const { round, ties } = screen
  // Two ties for three players: the bye goes to the player who joined first.
  await ties('Semi-finals').first().waitFor()
  const drawn = await screen.drawn('Semi-finals')
  const byes = drawn.filter((tie) => tie.includes('Bye'))
  expect([drawn.length, byes.length]).toEqual([2, 1])
  expect(byes[0]).toMatch(/^You – ?no points yet Bye goes through without a tie$/)
  await round('Final').getByText('The draw follows the previous round.').waitFor()

  await playGameweek(stage.app, stage.admin, 15, () => [2, 1])
  await ties('Final').first().waitFor()
  await expect.poll(() => oneLine(round('Semi-finals'))).toContain('You Through 150 points')
  await playGameweek(stage.app, stage.admin, 16, () => [2, 1])
  await screen.says('You won')
  await expect.poll(() => oneLine(round('Final'))).toContain('You Winner 150 points')
  const rows = screen.standings('Advent Cup')
  await expect.poll(() => oneLine(rows.nth(1))).toMatch(/^Rank 1 NI You 20 300 \+100$/)
  await expect.poll(() => oneLine(rows.nth(2))).toMatch(/^Rank 2 BE ben 0 100 \+60$/)
  await expectSound(screen, 'cup')
  // On a phone the current round comes first.
  await screen.page.setViewportSize(PHONE)
  await expect.poll(async () => (await screen.top('Semi-finals')) - (await screen.top('Final'))).toBeGreaterThan(0)
  await screen.goWithin(`/competitions/${lonely.id}`)
  await screen.says('Called off', 'exactly')
  await screen.page.getByText('Player', { exact: true }).first().waitFor()
  // Nothing was played and nothing is paid: neither prizes nor the gameweeks that it would have had.
  await screen.says('so there were no rounds and no prizes.')
  const calledOff = await screen.text()
  for (const word of ['Prize pool', 'Prizes', 'Standings', 'gameweek 15']) expect(calledOff).not.toContain(word)
  await screen.goWithin('/competitions?search=Lonely+Knockout')
  await expect
    .poll(() => competitionsOf(screen).reads('Lonely Knockout'))
    .toMatch(/Called off Knockout Too few players joined, so there are no prizes\./)
  await screen.goWithin(`/competitions/${(await competitionNamed(nia, 'October 2026 Challenge')).id}`)
  await screen.says('Nobody took part')
  await screen.leave()

  const other = await openCompetition(stage, knockout.id, { as: ben, size: PHONE })
  await other.says('Winner: nia.okafor')
  await other.round('Round 1').getByText('2 went through, 2 went out').waitFor()
  await expect
    .poll(() => other.drawn('Round 1'))
    .toEqual(['nia.okafor Through 150 points', 'You Through 50 points', 'cyr Out 0 points', 'dee Out 0 points'])
  await expect.poll(() => oneLine(other.ties('Round 2').first())).toBe('nia.okafor Winner 150 points')
  await expectSound(other, 'knockout')
})
