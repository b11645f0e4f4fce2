import { afterAll, beforeAll, describe } from 'vitest'
import { checkCompetitions } from '../support/competition-checks.ts'
import { type SimulatedCompetitions, simulatedCompetitions } from '../support/competition-season.ts'
import { realSeason } from '../support/fixtures-app.ts'

const minutes = 60_000

// More players than a cup accepts: the last ones are too late. The knockout has eight rounds.
describe.each(['2022-23', '2023-24', '2024-25'])('200 players in the competitions of %s, by simulation', (name) => {
  const season = realSeason(name)

  describe.skipIf(season === null)('the season', () => {
    let game: SimulatedCompetitions

    beforeAll(async () => {
      game = await simulatedCompetitions({ season: season!, players: 200, seed: 7 })
    }, 15 * minutes)
    afterAll(() => game?.close())

    checkCompetitions(() => game)
  })
})
