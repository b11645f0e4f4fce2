import type { Score } from '../areas/fixtures/match.ts'
import type { Pick } from '../areas/predictions/events.ts'
import { createRandom, type Random } from '../kernel/random.ts'
import { drawPick } from './player.ts'

/** A match with only immutable fields, so that a seed always results in the same scores. */
interface ModelledMatch {
  /** The name of its stream: season and both clubs. */
  readonly stream: string
  readonly home: { readonly id: number }
  readonly away: { readonly id: number }
}

/** Expected goals of both sides if the clubs are equally strong. */
const [HOME, AWAY] = [1.55, 1.2]
/** Standard deviation of the logarithm of attack and defence. */
const SPREAD = 0.28

export type PoissonModel = ReturnType<typeof createPoissonModel>

/** Generates scores and picks of a seed. Goals follow Poisson distributions, with a random attack and defence for each club. */
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
    /** Returns the score of a match; the same for the same seed and match. */
    scoreOf(match: ModelledMatch): Score {
      const random = createRandom(`score ${seed}/${match.stream}`)
      const { home, away } = expected(match)
      return { home: goals(home, random), away: goals(away, random) }
    },
    /** Returns the pick of a test user, which depends on the user's skill. */
    pickOf(user: number, match: ModelledMatch): Pick {
      const talent = createRandom(`test user ${seed}/${user}`)
      const [skill, boldness] = [talent.next(), 0.3 + 0.7 * talent.next()]
      return drawPick({ skill, boldness }, expected(match), createRandom(`pick ${seed}/${user}/${match.stream}`))
    },
  }
}
