import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SeasonCalendar } from '../areas/fixtures/sources/calendar.ts'
import { demoSeason } from '../areas/fixtures/sources/demo.ts'
import { firstPickFrom } from './player.ts'
import { planSeason } from './season-plan.ts'

const demo = demoSeason('2026-11-21')
const season: SeasonCalendar = { ...demo, matches: demo.matches.filter(({ gameweek }) => gameweek <= 6) }
const plan = planSeason(season, { players: 60, seed: 3 })
const segments = [...plan.segments()]

describe('the plan of a simulated season', () => {
  test('the same seed results in the same plan, another seed in another one', () => {
    expect([...planSeason(season, { players: 60, seed: 3 }).segments()]).toEqual(segments)
    expect([...planSeason(season, { players: 60, seed: 4 }).segments()]).not.toEqual(segments)
  })

  test('its commands are those of earlier versions, so that a killed run of one can be continued', () => {
    const text = JSON.stringify(
      segments.map(({ registrations, firstPicks, updates, match }) => [
        match.fixtureId,
        registrations.map(({ username }) => username),
        ...[firstPicks, updates].map((picks) => picks.map(({ at, predictionId, pick }) => [at, predictionId, pick])),
      ]),
    )
    expect(hash('sha256', text)).toBe('17d3aa572bdbaefab0b11fc068360b94b2edf50d7de33fbb439517d07b517c28')
  })

  test('R381: members join its leagues after they registered, and place jokers after joining, before their matches close', () => {
    const steps = segments.flatMap(({ leagues }) => leagues)
    expect(steps).toEqual(steps.toSorted((a, b) => a.at - b.at))
    const joins = new Map(steps.flatMap(({ step, at }) => (step.startsWith('join ') ? [[step, at]] : [])))
    const rules = steps.filter(({ step }) => step.startsWith('rules '))
    expect(rules.map(({ step }) => step).sort()).toEqual(['rules 1/3', 'rules 2/5'])
    const jokers = steps.flatMap(({ joker, at }) => (joker?.type === 'place' ? [{ ...joker, at }] : []))
    expect(jokers.length).toBeGreaterThan(50)
    for (const { leagueId, userId, fixtureId, gameweek, at } of jokers) {
      const { cutoff } = segments.find(({ match }) => match.fixtureId === fixtureId)!.match
      expect(joins.get(`join ${leagueId}/${userId}`)).toBeLessThan(at)
      expect(at).toBeLessThan(cutoff)
      expect(season.matches[fixtureId - 1]!.gameweek).toBe(gameweek)
    }
    for (const { username, number, registeredAt } of plan.players) {
      const joined = joins.get(`join 1/${number}`)
      if (joined !== undefined) expect([username, joined > Date.parse(registeredAt)]).toEqual([username, true])
    }
  })

  test('no pick is earlier than the time from which its match is drawn', () => {
    for (const { firstPicks, updates } of segments)
      for (const { at, match } of [...firstPicks, ...updates])
        expect(at).toBeGreaterThanOrEqual(firstPickFrom(match.cutoff))
  })

  test('contains every match once, in order of its end, with all other commands before their result', () => {
    const ends = segments.map(({ match }) => match.finish)
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    expect(new Set(segments.map(({ match }) => match.fixtureId)).size).toBe(60)
    for (const { firstPicks, updates, match } of segments)
      for (const { at } of [...firstPicks, ...updates]) expect(at).toBeLessThan(match.finish)
  })

  test('players predict after they registered and before the cutoff, each match at most once', () => {
    const picks = segments.flatMap(({ firstPicks }) => firstPicks)
    expect(picks.length).toBeGreaterThan(1_000)
    expect(new Set(picks.map(({ predictionId }) => predictionId)).size).toBe(picks.length)
    for (const { at, match, player } of picks) {
      expect(at).toBeLessThan(match.cutoff)
      expect(at).toBeGreaterThan(Date.parse(player.registeredAt))
    }
  })

  test('an update follows its first pick and keeps its id', () => {
    const first = new Map(segments.flatMap(({ firstPicks }) => firstPicks.map((pick) => [pick.predictionId, pick])))
    const updates = segments.flatMap((segment) => segment.updates)
    expect(updates.length).toBeGreaterThan(20)
    for (const { predictionId, at, match } of updates) {
      expect(at).toBeGreaterThan(first.get(predictionId)!.at)
      expect(at).toBeLessThan(match.cutoff)
    }
  })

  test('scores are digits and match the result; some picks have none', () => {
    const picks = segments.flatMap(({ firstPicks }) => firstPicks.map(({ pick }) => pick))
    for (const { result, score } of picks) {
      if (!score) continue
      expect(Math.max(score.home, score.away)).toBeLessThanOrEqual(9)
      expect(result).toBe(score.home > score.away ? 'home' : score.home < score.away ? 'away' : 'draw')
    }
    expect(picks.some(({ score }) => score === null)).toBe(true)
  })

  test('skilled players are right more often', () => {
    const right = (from: number, to: number): number => {
      const picks = segments.flatMap(({ firstPicks }) => firstPicks)
      const some = picks.filter(({ player }) => player.skill >= from && player.skill < to)
      const hits = some.filter(({ pick, match: { score } }) => {
        const result = score.home > score.away ? 'home' : score.home < score.away ? 'away' : 'draw'
        return pick.result === result
      })
      return hits.length / some.length
    }
    expect(right(0.7, 1)).toBeGreaterThan(right(0, 0.3))
  })

  test('each gameweek settles with one of its results', () => {
    expect(segments.filter(({ match }) => match.settles)).toHaveLength(6)
  })

  test('user ids follow the order of registration; usernames are valid and unique', () => {
    const { players } = plan
    const times = players.map(({ registeredAt }) => registeredAt)
    expect(times).toEqual(times.toSorted())
    expect(players.map(({ number }) => number)).toEqual(players.map((_, index) => index + 1))
    expect(new Set(players.map(({ username }) => username.toLowerCase())).size).toBe(60)
    for (const { username } of players) expect(username).toMatch(/^[A-Za-z0-9_.-]{3,30}$/)
  })

  test('a season that is not over is refused', () => {
    expect(() => planSeason(demo, { players: 1, seed: 1 })).toThrow('only a season that is over can be simulated')
  })
})
