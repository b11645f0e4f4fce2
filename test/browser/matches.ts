import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { outcomeOf, type TestClient } from '../support/client.ts'

export const nameOf = (fixture: Fixture) => `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`

/** The matches of the gameweek that the page opens, the lowest with upcoming matches, by kickoff. */
export async function currentFixtures(client: TestClient): Promise<Fixture[]> {
  const fixtures: Fixture[] = await client.get('/api/fixtures')
  const gameweek = Math.min(...fixtures.filter(({ isOpen }) => isOpen).map((fixture) => fixture.gameweek))
  return fixtures
    .filter((fixture) => fixture.gameweek === gameweek)
    .sort((a, b) => Date.parse(a.kickoffTime!) - Date.parse(b.kickoffTime!) || a.id - b.id)
}

/** Enters a result as an administrator. */
export async function enterResult(admin: TestClient, fixture: Fixture, homeScore: number, awayScore: number) {
  const path = `/api/admin/fixtures/${fixture.id}/result`
  const { status, body } = await outcomeOf((headers) =>
    admin.request('POST', path, { homeScore, awayScore, reason: 'Full time' }, headers),
  )
  if (status !== 200) throw new Error(`result: ${status} ${body?.detail}`)
}

/** Predicts a score as a player. */
export async function predict(player: TestClient, fixture: Fixture, home: number, away: number) {
  const pick = {
    fixtureId: fixture.id,
    predictedResult: home > away ? 'home' : home < away ? 'away' : 'draw',
    predictedHomeScore: home,
    predictedAwayScore: away,
  }
  const { status, body } = await outcomeOf((headers) => player.request('POST', '/api/predictions', pick, headers))
  if (status !== 201) throw new Error(`prediction: ${status} ${body?.detail}`)
}
