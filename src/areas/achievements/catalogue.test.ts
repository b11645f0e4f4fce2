import { describe, expect, test } from 'vitest'
import { givenSeason, hasEarned, match, type SeasonStory } from '../../../test/support/given-season.ts'
import { catalogue } from './catalogue.ts'
import { AchievementCategory, AchievementIcon, AchievementId, Rarity } from './contract.ts'
import { type Counters, joined, oneMore, placed } from './counters.ts'

const tested = new Set<string>()

type Earned = (seasons: SeasonStory | readonly SeasonStory[], counters?: Counters) => void

/** Tests of one catalogue entry. Every entry needs some. */
function achievement(id: string, tests: (rule: { earned: Earned; not: Earned }) => void): void {
  tested.add(id)
  describe(id, () =>
    tests({
      earned: (seasons, counters) => expect(hasEarned(id, seasons, counters)).toBe(true),
      not: (seasons, counters) => expect(hasEarned(id, seasons, counters)).toBe(false),
    }),
  )
}

type Act = (story: SeasonStory, id: number) => SeasonStory
const predicts: Act = (story, id) => story.predicts(id, 'home')
const right: Act = (story, id) => story.right(id)
const wrong: Act = (story, id) => story.wrong(id)
const exact: Act = (story, id) => story.exact(id)
const plays: Act = (story, id) => story.ends(id, '1-0')

/** A gameweek with every match predicted and played. */
const full = (story: SeasonStory, gameweek: number) => story.all(gameweek, wrong)
const nothing: readonly SeasonStory[] = []
const counted = (times: number, counter: Parameters<typeof oneMore>[1]): Counters =>
  Array.from({ length: times }).reduce((counters: Counters) => oneMore(counters, counter), {})
const memberOf = (list: 'leagues' | 'teams' | 'competitions', ...ids: number[]): Counters =>
  ids.reduce((counters: Counters, id) => joined(counters, list, id), {})

describe('the catalogue', () => {
  const ids = catalogue.map(({ id }) => id)

  test('every entry has a test of its own here', () => {
    expect([...tested].sort()).toEqual([...ids].sort())
  })

  test('ids are well-formed, and no two entries share an id or a name', () => {
    for (const id of ids) expect(AchievementId.safeParse(id).success, id).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(catalogue.map(({ name }) => name.toLowerCase())).size).toBe(ids.length)
    expect(new Set(catalogue.map(({ description }) => description)).size).toBe(ids.length)
  })

  test('there are at least thirty, in all categories, rarities and icons', () => {
    expect(ids.length).toBeGreaterThanOrEqual(30)
    const used = (of: 'category' | 'rarity' | 'icon') => [...new Set(catalogue.map((entry) => entry[of]))].sort()
    expect(used('category')).toEqual([...AchievementCategory.options].sort())
    expect(used('rarity')).toEqual([...Rarity.options].sort())
    expect(used('icon')).toEqual([...AchievementIcon.options].sort())
  })

  test('the six achievements of the specification are included', () => {
    const named = Object.fromEntries(catalogue.map(({ id, name, of }) => [id, [name, of]]))
    expect(named).toMatchObject({
      'first-success': ['First Success', 1],
      'prediction-master': ['Prediction Master', 60],
      'leaderboard-king': ['Leaderboard King', 1],
      'score-predictor': ['Score Predictor', 1],
      'streak-master': ['Streak Master', 5],
      'dedicated-predictor': ['Dedicated Predictor', 50],
    })
  })

  test('achievements without skill have no points: predicting, joining, writing, being wrong', () => {
    const free = catalogue.filter(
      ({ id, category }) => category === 'predictions' || category === 'social' || id === 'own-goal',
    )
    expect(free.filter(({ points }) => points !== 0)).toEqual([])
    const skilled = catalogue.filter((entry) => !free.includes(entry))
    expect(skilled.filter(({ points }) => !Number.isInteger(points) || points < 1)).toEqual([])
  })

  test('a player who has done nothing has earned nothing', () => {
    for (const id of ids) {
      expect(hasEarned(id, nothing), id).toBe(false)
      expect(hasEarned(id, givenSeason()), id).toBe(false)
    }
  })

  test('descriptions are one sentence without a full stop', () => {
    for (const { description } of catalogue) expect(description).toMatch(/^[A-Z][^.]+[^.]$/)
  })
})

// ---------------------------------------------------------------- predictions

achievement('first-whistle', ({ earned, not }) => {
  test('for the first prediction, before its match is played', () => {
    not(givenSeason())
    earned(givenSeason().predicts(match(1, 1), 'home'))
  })
})

achievement('dedicated-predictor', ({ earned, not }) => {
  test('for 50 predictions, played or not', () => {
    not(givenSeason().first(49, predicts))
    earned(givenSeason().first(50, predicts))
  })
  test('adds up seasons', () => {
    not([givenSeason().first(25, predicts), givenSeason().first(24, right)])
    earned([givenSeason().first(25, predicts), givenSeason().first(25, right)])
  })
  test('counts a prediction for a cancelled match, and a changed prediction once', () => {
    earned(givenSeason().first(50, predicts).isCancelled(match(1, 1)))
    not(givenSeason().first(49, predicts).predicts(match(1, 1), '2-1'))
  })
})

achievement('two-hundred-caps', ({ earned, not }) => {
  test('for 200 predictions', () => {
    not(givenSeason({ matches: 10 }).first(199, predicts))
    earned(givenSeason({ matches: 10 }).first(200, predicts))
  })
})

achievement('early-bird', ({ earned, not }) => {
  test('for ten predictions a week before kickoff', () => {
    not(nothing, counted(9, 'early'))
    earned(nothing, counted(10, 'early'))
  })
})

achievement('stoppage-time', ({ earned, not }) => {
  test('for one prediction in the last ten minutes', () => {
    not(nothing, counted(3, 'early'))
    earned(nothing, counted(1, 'late'))
  })
})

achievement('full-house', ({ earned, not }) => {
  test('for every match of a gameweek, right or wrong, and not for all but one', () => {
    not(givenSeason().all(1, plays).first(4, predicts))
    earned(givenSeason().all(1, plays).first(5, predicts))
  })
  test('not while a match is to be played, postponed or abandoned', () => {
    const story = givenSeason().all(1, predicts).first(4, plays)
    not(story)
    not(story.isPostponed(match(1, 5)))
    not(story.isAbandoned(match(1, 5)))
    earned(story.ends(match(1, 5), '0-0'))
    not(story.isAbandoned(match(1, 5)))
  })
  test('counts an awarded match as over', () => {
    earned(givenSeason().all(1, predicts).first(4, plays).isAwarded(match(1, 5), 'away'))
  })
  test('a cancelled match need not have been predicted, and may have been', () => {
    const story = () => givenSeason({ matches: 6 }).first(5, right)
    not(story().ends(match(1, 6), '0-0'))
    earned(story().isCancelled(match(1, 6)))
    earned(story().predicts(match(1, 6), 'home').isCancelled(match(1, 6)))
    not(
      givenSeason({ matches: 6 })
        .first(4, right)
        .ends(match(1, 5), '0-0')
        .predicts(match(1, 6), 'home')
        .isCancelled(match(1, 6)),
    )
  })
  test('not for a gameweek of fewer than five matches', () => {
    not(givenSeason().first(4, right).isCancelled(match(1, 5)))
    earned(givenSeason().first(4, right).isCancelled(match(1, 5)).right(match(2, 1)).movesTo(match(2, 1), 1))
  })
  test('an unpredicted match moved into the gameweek revokes it; moved out again, it returns', () => {
    const story = givenSeason().all(1, right).ends(match(2, 1), '0-0')
    not(story.movesTo(match(2, 1), 1))
    earned(story.movesTo(match(2, 1), 2))
  })
})

achievement('never-misses-a-game', ({ earned, not }) => {
  test('for ten gameweeks in a row', () => {
    not(givenSeason().weeks(1, 9, full))
    earned(givenSeason().weeks(1, 10, full))
    earned(givenSeason().weeks(7, 16, full))
  })
  test('one missed match starts a new run', () => {
    const missed = givenSeason().weeks(1, 9, full).first(49, wrong).all(10, plays).predicts(match(10, 1), 'home')
    not(missed.weeks(11, 19, full))
    earned(missed.weeks(20, 20, full))
  })
  test('gameweek 15, with a match to be played later, joins the run when that is played', () => {
    const story = givenSeason().weeks(10, 20, full).isPostponed(match(15, 3))
    not(story)
    earned(story.ends(match(15, 3), '1-1'))
  })
  test('a gameweek cut down to fewer than five matches neither counts nor breaks the run', () => {
    const story = givenSeason().weeks(1, 9, full).isCancelled(match(5, 2))
    not(story)
    not(story.weeks(10, 10, full))
    earned(story.weeks(11, 11, full))
  })
  test('a run does not continue in the next season', () => {
    not([givenSeason().weeks(30, 38, full), givenSeason().weeks(1, 9, full)])
  })
})

achievement('season-ticket', ({ earned, not }) => {
  test('for all 38 gameweeks', () => {
    not(givenSeason().weeks(1, 37, full))
    not(givenSeason().weeks(1, 38, full).isPostponed(match(38, 5)))
    earned(givenSeason().weeks(1, 38, full))
  })
})

// ---------------------------------------------------------------- accuracy

achievement('first-success', ({ earned, not }) => {
  test('for the first result right', () => {
    not(givenSeason().wrong(match(1, 1)).predicts(match(1, 2), 'home'))
    earned(givenSeason().right(match(1, 1)))
  })
  test('a wrong score with the right result is right', () => {
    earned(givenSeason().predicts(match(1, 1), '3-0').ends(match(1, 1), '1-0'))
    not(givenSeason().predicts(match(1, 1), '1-1').ends(match(1, 1), '1-0'))
  })
  test('an awarded match counts by its result, a cancelled or abandoned one not at all', () => {
    earned(givenSeason().predicts(match(1, 1), '3-0').isAwarded(match(1, 1), 'home'))
    not(givenSeason().right(match(1, 1)).isCancelled(match(1, 1)))
    not(givenSeason().right(match(1, 1)).isAbandoned(match(1, 1)))
  })
  test('a correction revokes it and restores it', () => {
    const story = givenSeason().right(match(1, 1))
    not(story.isCorrected(match(1, 1), '1-1'))
    earned(story.isCorrected(match(1, 1), '2-1'))
  })
})

achievement('score-predictor', ({ earned, not }) => {
  test('for the first exact score', () => {
    not(givenSeason().predicts(match(1, 1), '2-0').ends(match(1, 1), '2-1'))
    earned(givenSeason().exact(match(1, 1), '2-1'))
  })
  test('a result without a score is never exact', () => {
    not(givenSeason().right(match(1, 1)).predicts(match(1, 2), 'draw').ends(match(1, 2), '0-0'))
  })
  test('an awarded match has no exact score, even if it had been played', () => {
    not(givenSeason().exact(match(1, 1), '3-0').isAwarded(match(1, 1), 'home'))
  })
  test('ten goals by one side cannot be predicted', () => {
    not(givenSeason().predicts(match(1, 1), '9-0').ends(match(1, 1), '10-0'))
    earned(givenSeason().exact(match(1, 1), '9-9'))
  })
})

achievement('sharpshooter', ({ earned, not }) => {
  test('for ten exact scores, over all seasons', () => {
    not(givenSeason().first(9, exact).right(match(9, 1)))
    earned(givenSeason().first(10, exact))
    earned([givenSeason().first(4, exact), givenSeason().first(6, exact)])
  })
})

achievement('marksman', ({ earned, not }) => {
  test('for 25 exact scores, over all seasons', () => {
    not(givenSeason().first(24, exact).first(30, plays))
    earned(givenSeason().first(25, exact))
    earned([givenSeason().first(12, exact), givenSeason().first(13, exact)])
  })
})

achievement('own-goal', ({ earned, not }) => {
  test('for a gameweek with every match predicted and every one wrong', () => {
    earned(givenSeason().all(1, wrong))
    not(givenSeason().all(1, wrong).isCorrected(match(1, 5), '0-1'))
  })
  test('not with a match left out or to be played', () => {
    not(givenSeason().first(4, wrong).ends(match(1, 5), '1-0'))
    not(givenSeason().all(1, wrong).isPostponed(match(1, 5)))
  })
})

achievement('stalemate', ({ earned, not }) => {
  test('for the exact 0–0, and for no other draw', () => {
    not(givenSeason().predicts(match(1, 1), 'draw').ends(match(1, 1), '0-0').exact(match(1, 2), '1-1'))
    earned(givenSeason().exact(match(1, 1), '0-0'))
  })
})

achievement('spoils-shared', ({ earned, not }) => {
  const draw: Act = (story, id) => story.predicts(id, '1-1').ends(id, '2-2')
  test('for ten draws right, exact or not, over all seasons', () => {
    not(givenSeason().first(9, draw).right(match(5, 1)))
    earned(givenSeason().first(10, draw))
    earned([givenSeason().first(5, draw), givenSeason().first(5, (story, id) => story.exact(id, '0-0'))])
  })
})

achievement('away-days', ({ earned, not }) => {
  const away: Act = (story, id) => story.predicts(id, 'away').ends(id, '0-2')
  test('for 25 away wins right, also awarded ones', () => {
    not(givenSeason().first(24, away).right(match(9, 1)))
    earned(givenSeason().first(25, away))
    earned(givenSeason().first(24, away).predicts(match(9, 1), 'away').isAwarded(match(9, 1), 'away'))
  })
})

achievement('hat-trick', ({ earned, not }) => {
  test('for three exact scores in one gameweek, not over two', () => {
    not(givenSeason().first(2, exact).exact(match(2, 1)))
    earned(givenSeason().first(3, exact))
  })
  test('a match counts for its own gameweek, whenever it is played', () => {
    earned(givenSeason().first(2, exact).exact(match(2, 1)).movesTo(match(2, 1), 1))
    earned(givenSeason().first(3, exact).kicksOff(match(1, 1), 5_000))
  })
})

achievement('goal-fest', ({ earned, not }) => {
  test('for the exact score of a match with five goals', () => {
    not(givenSeason().exact(match(1, 1), '2-2').predicts(match(1, 2), '4-1').ends(match(1, 2), '3-2'))
    earned(givenSeason().exact(match(1, 1), '3-2'))
  })
})

achievement('round-the-grounds', ({ earned, not }) => {
  const home: Act = (story, id) => story.predicts(id, 'home').ends(id, '1-0')
  const away: Act = (story, id) => story.predicts(id, 'away').ends(id, '0-1')
  const season = () => givenSeason({ matches: 10 })
  test('for a win of each of the 20 clubs, at home or away', () => {
    earned(season().all(1, home).all(2, away))
  })
  test('19 clubs are not enough, however often; a draw is nobody’s win', () => {
    const nineteen = season().all(1, home).all(2, away).wrong(match(2, 10)).all(3, home).exact(match(4, 10), '1-1')
    not(nineteen)
  })
  test('two halves of two seasons are not one', () => {
    not([season().all(1, home), season().all(1, away)])
  })
})

achievement('giant-killer', ({ earned, not }) => {
  const surprise = (home: number, draw: number, away: number) =>
    givenSeason().wrong(match(1, 1)).withCrowd(match(1, 1), home, draw, away).isCorrected(match(1, 1), '0-1')
  test('for a result that one in ten of ten players had', () => {
    earned(surprise(9, 0, 1).settles(1))
    not(surprise(8, 0, 2).settles(1))
    earned(surprise(10, 8, 2).settles(1))
    not(surprise(9, 8, 2).settles(1))
  })
  test('not with only nine players', () => {
    not(surprise(8, 0, 1).settles(1))
  })
  test('only when the gameweek has settled', () => {
    not(surprise(9, 0, 1))
  })
  test('a match played after the settlement is compared then', () => {
    const story = givenSeason().predicts(match(1, 1), 'away').withCrowd(match(1, 1), 9, 0, 1).settles(1)
    not(story)
    earned(story.ends(match(1, 1), '0-1'))
  })
  test('not for a wrong or missing prediction', () => {
    not(surprise(9, 0, 1).predicts(match(1, 1), 'home').settles(1))
    not(givenSeason().withCrowd(match(1, 1), 9, 0, 1).ends(match(1, 1), '0-1').settles(1))
  })
  test('a correction counts the players with the new result', () => {
    const story = surprise(9, 0, 1).settles(1)
    not(story.isCorrected(match(1, 1), '1-0'))
    earned(story.isCorrected(match(1, 1), '1-2'))
  })
})

achievement('lone-voice', ({ earned, not }) => {
  const alone = (home: number, draw: number, away: number) =>
    givenSeason().predicts(match(1, 1), 'draw').withCrowd(match(1, 1), home, draw, away).ends(match(1, 1), '1-1')
  test('for being the only one of twenty players with the result', () => {
    earned(alone(10, 1, 9).settles(1))
    not(alone(50, 2, 48).settles(1))
  })
  test('nineteen players are too few', () => {
    not(alone(9, 1, 9).settles(1))
  })
})

achievement('prediction-master', ({ earned, not }) => {
  const share = (rights: number, wrongs: number) =>
    givenSeason()
      .first(rights, right)
      .first(rights + wrongs, (story, id) => (isDone(id, rights) ? story : story.wrong(id)))
  /** True if a match is among the first `count` of a season with five matches per gameweek. */
  const isDone = (id: number, count: number) => 5 * (Math.floor(id / 100) - 1) + (id % 100) <= count
  const settled = (story: SeasonStory, weeks: number) =>
    story.weeks(1, weeks, (each, gameweek) => each.settles(gameweek))

  test('for 60% over 30 settled predictions, and not for 17 of 30', () => {
    earned(settled(share(18, 12), 6))
    not(settled(share(17, 13), 6))
  })
  test('29 settled predictions are too few, however good', () => {
    const story = givenSeason()
      .first(29, right)
      .weeks(1, 6, (each, gameweek) => each.settles(gameweek))
    not(story)
    earned(story.right(match(6, 5)))
  })
  test('not before a gameweek settles', () => {
    const story = share(30, 0)
    not(story)
    earned(settled(story, 6))
  })
  test('stays when accuracy falls later', () => {
    const story = settled(share(18, 12), 6)
    earned(story.weeks(7, 20, (each, gameweek) => each.all(gameweek, wrong).settles(gameweek)))
  })
  test('a correction in those gameweeks revokes it', () => {
    not(settled(share(18, 12), 6).isCorrected(match(1, 1), '0-1'))
  })
  test('unpredicted and cancelled matches do not count', () => {
    earned(
      settled(
        share(18, 12).isCancelled(match(6, 5)).right(match(8, 1)).ends(match(8, 2), '4-4').movesTo(match(8, 1), 6),
        6,
      ),
    )
  })
  test('gameweek 3 settling last does not revoke it', () => {
    const story = givenSeason()
      .weeks(1, 7, (each, gameweek) => each.all(gameweek, gameweek === 3 ? wrong : right))
      .weeks(1, 7, (each, gameweek) => (gameweek === 3 ? each : each.settles(gameweek)))
    earned(story)
    earned(story.settles(3))
  })
  test('seasons are not combined', () => {
    not([settled(share(15, 0), 3), settled(share(15, 0), 3)])
    not([settled(share(15, 15), 6), settled(share(15, 15), 6)])
    earned([settled(share(1, 14), 3), settled(share(18, 12), 6)])
  })
})

achievement('perfect-gameweek', ({ earned, not }) => {
  test('for every match of a gameweek predicted and right', () => {
    earned(givenSeason().all(1, right))
    not(givenSeason().all(1, right).isCorrected(match(1, 2), '1-1'))
  })
  test('not with a match left out or to be played', () => {
    not(givenSeason().first(4, right).ends(match(1, 5), '1-0'))
    not(givenSeason().all(1, right).isPostponed(match(1, 5)))
  })
  test('a cancelled match is ignored, and four matches are not enough', () => {
    earned(givenSeason({ matches: 6 }).first(5, right).isCancelled(match(1, 6)))
    not(givenSeason({ matches: 5 }).first(4, right).isCancelled(match(1, 5)))
  })
  test('a match moved here from another gameweek has to be right as well', () => {
    not(givenSeason().all(1, right).wrong(match(2, 1)).movesTo(match(2, 1), 1))
    earned(givenSeason().all(1, right).right(match(2, 1)).movesTo(match(2, 1), 1))
  })
  test('the order in which results are entered does not matter', () => {
    const story = givenSeason().all(1, predicts)
    for (const n of [5, 4, 3, 2]) not(story.ends(match(1, n), '2-0'))
    earned(story.ends(match(1, 1), '2-0'))
  })
})

// ---------------------------------------------------------------- points

achievement('half-century', ({ earned, not }) => {
  test('for 50 match points in a season: 15 for a score, 5 for a result', () => {
    not(givenSeason().first(3, exact).wrong(match(1, 5)))
    earned(givenSeason().first(3, exact).right(match(1, 4)))
    not([givenSeason().first(3, exact), givenSeason().first(3, exact)])
  })
  test('an awarded match pays for the result only', () => {
    not(givenSeason().first(3, exact).isAwarded(match(1, 3), 'home').first(2, exact).right(match(1, 4)))
  })
})

achievement('five-hundred', ({ earned, not }) => {
  test('for 500 match points in a season', () => {
    not(givenSeason().first(99, right))
    earned(givenSeason().first(100, right))
  })
})

achievement('four-figures', ({ earned, not }) => {
  test('for 1,000 match points in a season', () => {
    not(givenSeason().first(66, exact).right(match(20, 1)))
    earned(givenSeason().first(66, exact).right(match(20, 1)).right(match(20, 2)))
    not([givenSeason().first(66, exact), givenSeason().first(66, exact)])
  })
})

achievement('big-weekend', ({ earned, not }) => {
  test('for 50 match points in one gameweek', () => {
    not(givenSeason().first(3, exact).right(match(2, 1)))
    earned(givenSeason().first(3, exact).right(match(1, 4)))
  })
  test('a match moved to another gameweek moves its points', () => {
    not(givenSeason().first(3, exact).right(match(1, 4)).movesTo(match(1, 1), 2))
  })
})

achievement('player-of-the-week', ({ earned, not }) => {
  test('for one gameweek won', () => {
    not(nothing, counted(1, 'topTen'))
    earned(nothing, counted(1, 'weeksWon'))
  })
})

achievement('top-ten', ({ earned, not }) => {
  test('for being in the top ten after one gameweek', () => {
    not(nothing, counted(1, 'weeksWon'))
    earned(nothing, counted(1, 'topTen'))
  })
})

achievement('leaderboard-king', ({ earned, not }) => {
  test('for being first after one gameweek', () => {
    not(nothing, counted(38, 'topTen'))
    earned(nothing, counted(1, 'topped'))
  })
})

achievement('comeback', ({ earned, not }) => {
  test('for a hundred places at once', () => {
    not(nothing, { climb: 99 })
    earned(nothing, { climb: 100 })
  })
})

achievement('on-the-podium', ({ earned, not }) => {
  test('for a third place, and not when a correction gives it to another', () => {
    const third = placed({}, 7, 'weekly', 3)
    earned(nothing, third)
    not(nothing, placed(third, 7, 'weekly', null))
    earned(nothing, placed(placed(third, 8, 'cup', 2), 7, 'weekly', null))
  })
})

achievement('silverware', ({ earned, not }) => {
  test('for a first place in any competition', () => {
    not(nothing, placed(placed({}, 7, 'cup', 2), 8, 'weekly', 3))
    earned(nothing, placed({}, 7, 'weekly', 1))
    not(nothing, placed(placed({}, 7, 'weekly', 1), 7, 'weekly', 2))
  })
})

achievement('cup-winner', ({ earned, not }) => {
  test('for a cup won, and no other competition', () => {
    not(nothing, placed(placed({}, 7, 'knockout', 1), 8, 'cup', 2))
    earned(nothing, placed({}, 7, 'cup', 1))
  })
})

// ---------------------------------------------------------------- streaks

/** Tests of a streak: correct results in a row, in different orders and with other matches in between. */
function streakOf(rule: { earned: Earned; not: Earned }, count: number): void {
  const { earned, not } = rule
  test(`for ${count} right in a row`, () => {
    not(givenSeason().first(count - 1, right))
    earned(givenSeason().first(count, right))
  })
  test('one wrong in the middle starts a new one', () => {
    const story = givenSeason().first(2 * count - 1, right)
    story.isCorrected(match(1 + Math.floor((count - 1) / 5), 1 + ((count - 1) % 5)), '0-1')
    not(story)
  })
}

achievement('on-a-roll', (rule) => {
  const { earned, not } = rule
  streakOf(rule, 3)
  test('a cancelled, abandoned or unpredicted match between neither breaks nor counts', () => {
    const story = givenSeason().first(4, right)
    earned(story.isCancelled(match(1, 2)))
    not(story.isCancelled(match(1, 3)))
    earned(givenSeason().first(4, right).isAbandoned(match(1, 2)))
    earned(givenSeason().right(match(1, 1)).ends(match(1, 2), '0-3').right(match(1, 3)).right(match(1, 4)))
  })
  test('an awarded match counts, right or wrong', () => {
    earned(givenSeason().first(2, right).predicts(match(1, 3), 'home').isAwarded(match(1, 3), 'home'))
    not(givenSeason().first(3, right).isAwarded(match(1, 2), 'away'))
  })
})

achievement('streak-master', (rule) => {
  const { earned, not } = rule
  streakOf(rule, 5)
  test('by kickoff, in whatever order results are entered', () => {
    const story = givenSeason().all(1, predicts)
    for (const n of [4, 2, 5, 1]) not(story.ends(match(1, n), '2-0'))
    earned(story.ends(match(1, 3), '2-0'))
  })
  test('a wrong match entered late, but played in between, breaks it', () => {
    const story = givenSeason().first(6, (each, id) => (id === match(1, 3) ? each : each.right(id)))
    earned(story)
    not(story.wrong(match(1, 3)))
  })
  test('a match that is played months later counts where it was played', () => {
    const story = givenSeason().first(6, right).isCorrected(match(1, 3), '0-1')
    not(story)
    earned(story.kicksOff(match(1, 3), 5_000))
  })
  test('matches at the same time go by their fixture id', () => {
    const together = (wrongOne: number) =>
      givenSeason({ matches: 6 })
        .all(1, (each, id) => (id === match(1, wrongOne) ? each.wrong(id) : each.right(id)))
        .all(1, (each, id) => each.kicksOff(id, 300))
    earned(together(1))
    earned(together(6))
    not(together(2))
  })
  test('a draw called right counts like a win', () => {
    earned(givenSeason().first(4, right).exact(match(1, 5), '0-0'))
  })
  test('five over two seasons are none', () => {
    not([givenSeason().first(3, right), givenSeason().first(4, right)])
  })
})

achievement('unstoppable', (rule) => streakOf(rule, 10))

achievement('invincible', (rule) => streakOf(rule, 15))

achievement('deja-vu', ({ earned, not }) => {
  test('for two exact scores in a row', () => {
    not(givenSeason().exact(match(1, 1)).right(match(1, 2)).exact(match(1, 3)))
    not(givenSeason().exact(match(1, 1)).wrong(match(1, 2)).exact(match(1, 3)))
    earned(givenSeason().exact(match(1, 1)).exact(match(1, 2), '2-2'))
  })
  test('over the end of a gameweek and a match without a prediction', () => {
    earned(givenSeason().exact(match(1, 4)).ends(match(1, 5), '2-0').exact(match(2, 1)))
  })
})

achievement('always-on-the-scoresheet', ({ earned, not }) => {
  const scores = (story: SeasonStory, gameweek: number) => story.right(match(gameweek, 1)).settles(gameweek)
  test('for points in ten settled gameweeks in a row', () => {
    not(givenSeason().weeks(1, 9, scores).right(match(10, 1)))
    earned(givenSeason().weeks(1, 10, scores))
  })
  test('a gameweek without points, or without a prediction, starts a new run', () => {
    const story = givenSeason().weeks(1, 9, scores).wrong(match(10, 1)).settles(10)
    not(story.weeks(11, 19, scores))
    earned(story.weeks(20, 20, scores))
    not(givenSeason().weeks(1, 5, scores).all(6, plays).settles(6).weeks(7, 12, scores))
  })
  test('in the order in which they settled: gameweek 5 played at the end does not break a run', () => {
    const story = givenSeason().weeks(1, 4, scores).weeks(6, 11, scores)
    earned(story)
    earned(story.wrong(match(5, 1)).settles(5))
  })
  test('a gameweek without any match that counts neither breaks nor counts', () => {
    const story = givenSeason()
      .weeks(1, 9, scores)
      .all(10, (each, id) => each.isCancelled(id))
      .settles(10)
    not(story)
    earned(story.weeks(11, 11, scores))
  })
  test('a correction removes a gameweek from the run', () => {
    not(givenSeason().weeks(1, 10, scores).isCorrected(match(4, 1), '0-1'))
  })
})

// ---------------------------------------------------------------- social

achievement('in-the-squad', ({ earned, not }) => {
  test('for the first league', () => {
    not(nothing, memberOf('teams', 3))
    earned(nothing, memberOf('leagues', 3))
  })
})

achievement('gaffer', ({ earned, not }) => {
  test('for a league created, not for one joined', () => {
    not(nothing, memberOf('leagues', 3))
    earned(nothing, counted(1, 'founded'))
  })
})

achievement('team-player', ({ earned, not }) => {
  test('for the first team', () => {
    not(nothing, memberOf('leagues', 3))
    earned(nothing, memberOf('teams', 3))
  })
})

achievement('in-the-hat', ({ earned, not }) => {
  test('for the first competition', () => {
    not(nothing, memberOf('leagues', 3))
    earned(nothing, memberOf('competitions', 3))
  })
})

achievement('kick-off-talk', ({ earned, not }) => {
  test('for the first message of a chat', () => {
    not(nothing, counted(20, 'messages'))
    earned(nothing, counted(1, 'chatsStarted'))
  })
})

achievement('well-connected', ({ earned, not }) => {
  test('for five different leagues: joining one again does not count', () => {
    not(nothing, memberOf('leagues', 1, 2, 3, 4, 4, 1))
    earned(nothing, memberOf('leagues', 1, 2, 3, 4, 5))
  })
})

achievement('pundit', ({ earned, not }) => {
  test('for a hundred messages', () => {
    not(nothing, counted(99, 'messages'))
    earned(nothing, counted(100, 'messages'))
  })
})
