import type { Score } from '../areas/fixtures/match.ts'
import type { Pick } from '../areas/predictions/events.ts'
import { createRandom, type Random } from '../kernel/random.ts'
import { drawPick } from './player.ts'

/** A match as the model knows it: by what never changes, so that a seed gives the same however often it is asked. */
interface ModelledMatch {
  /** The name of its stream: season and both clubs. */
  readonly stream: string
  readonly home: { readonly id: number }
  readonly away: { readonly id: number }
}

/** Goals of the two sides of a match of two clubs that are equals. */
const [HOME, AWAY] = [1.55, 1.2]
/** How far clubs differ in attack and in defence. */
const SPREAD = 0.28

export type PoissonModel = ReturnType<typeof createPoissonModel>

/** Scores and picks of a seed: goals are drawn from Poisson distributions, by what the seed makes of attack and defence of each club. */
export function createPoissonModel(seed: number) {
  const strengths = new Map<number, { readonly attack: number; readonly defence: number }>()

  function strengthOf(teamId: number) {
    const known = strengths.get(teamId)
    if (known) return known
    const random = createRandom(`club ${seed}/${teamId}`)
    const strength = { attack: Math.exp(random.normal() * SPREAD), defence: Math.exp(random.normal() * SPREAD) }
    strengths.set(teamId, strength)
    return strength
  }

  function expected(match: ModelledMatch): Score {
    const [home, away] = [strengthOf(match.home.id), strengthOf(match.away.id)]
    return { home: HOME * home.attack * away.defence, away: AWAY * away.attack * home.defence }
  }

  const goals = (mean: number, random: Random) => Math.min(9, random.poisson(mean))

  return {
    /** The same for the same seed and match. */
    scoreOf(match: ModelledMatch): Score {
      const random = createRandom(`score ${seed}/${match.stream}`)
      const { home, away } = expected(match)
      return { home: goals(home, random), away: goals(away, random) }
    },
    /** The pick of the test user of a number: by how well they know the clubs. */
    pickOf(user: number, match: ModelledMatch): Pick {
      const talent = createRandom(`test user ${seed}/${user}`)
      const [skill, boldness] = [talent.next(), 0.3 + 0.7 * talent.next()]
      return drawPick({ skill, boldness }, expected(match), createRandom(`pick ${seed}/${user}/${match.stream}`))
    },
  }
}
