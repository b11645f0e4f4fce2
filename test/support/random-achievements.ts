import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { createRandom, type Random } from '../../src/kernel/random.ts'
import { eventRecorder } from './achievement-tables.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.parse('2023-08-11T19:00:00.000Z')
const CLUBS = 12
const GAMEWEEKS = 7
const MATCHES = CLUBS / 2

interface Match {
  readonly fixtureId: number
  readonly season: string
  readonly gameweek: number
  readonly homeTeamId: number
  readonly awayTeamId: number
  readonly kickoff: number | null
  /** The final score if nothing unusual happens; good players tend to predict it. */
  readonly score: readonly [number, number]
}

/**
 * Two short seasons with every kind of event, mixed more freely than deciders would allow. The same seed gives the same
 * story. `players`: number of players.
 */
export function randomAchievementLog(seed: string, players: number): RecordedEvent[] {
  const random = createRandom(seed)
  const record = eventRecorder()
  const events: RecordedEvent[] = []
  let now = start - 30 * day
  const say = (type: string, data: unknown, at = now, simulated = false) =>
    events.push(record({ type, data }, new Date(at).toISOString(), simulated))
  const chance = (share: number) => random.next() < share
  const one = <T>(of: readonly T[]): T => of[random.below(of.length)]!
  const player = () => 1 + random.below(players)

  const matches = ['2023-24', '2024-25'].flatMap((season, year) => seasonOf(random, season, year))
  const schedule = (match: Match) => {
    const { score: _, kickoff, ...data } = match
    say('FixtureScheduled', { ...data, kickoff: kickoff === null ? null : new Date(kickoff).toISOString() })
  }
  const late = new Set(matches.filter(() => chance(0.04)))
  if (chance(0.5)) say('LeagueJoined', { leagueId: 1, userId: 1, how: 'code' })
  for (const match of matches) if (!late.has(match)) schedule(match)
  for (let id = 1; id <= 5; id++) {
    const kind = one(['weekly', 'cup', 'seasonal'])
    say('CompetitionCreated', { competitionId: id, season: one(['2023-24', '2024-25']), kind })
  }

  const picked = new Set<string>()
  function pick(userId: number, match: Match): void {
    const skill = [0.9, 0.7, 0, 0.5][userId % 4]!
    const [home, away] = chance(skill) ? match.score : [random.below(3), random.below(3)]
    const result = home > away ? 'home' : home < away ? 'away' : 'draw'
    const key = `${userId} ${match.fixtureId}`
    const type = picked.has(key) ? 'PredictionUpdated' : 'PredictionSubmitted'
    picked.add(key)
    const data = { predictionId: userId * 1_000 + match.fixtureId, userId, fixtureId: match.fixtureId }
    say(type, { ...data, pick: { result, score: chance(0.8) ? { home, away } : null } }, now - random.below(3) * hour)
  }

  function play(match: Match): void {
    const [homeScore, awayScore] = chance(0.9) ? match.score : [random.below(4), random.below(4)]
    say('MatchFinished', { fixtureId: match.fixtureId, homeScore, awayScore, byHand: false, reason: null })
  }

  function oddity(match: Match): void {
    const { fixtureId } = match
    const ruling = { fixtureId, byHand: true, reason: 'x' }
    const score = { homeScore: random.below(3), awayScore: random.below(3) }
    const nobody = { homeScore: null, awayScore: null }
    const kickoff = new Date(now + (random.below(12) - 2) * day).toISOString()
    const closed = chance(0.5)
    const which = random.below(12)
    if (which === 0) say('FixtureCancelled', ruling)
    else if (which === 1) say('MatchAbandoned', { ...ruling, closed })
    else if (which === 2) say('FixturePostponed', { ...ruling, closed })
    else if (which === 3) say('MatchAwarded', { ...ruling, result: one(['home', 'draw', 'away']) })
    else if (which === 4)
      say('FixtureMovedToGameweek', { fixtureId, gameweek: 1 + random.below(chance(0.1) ? GAMEWEEKS + 2 : GAMEWEEKS) })
    else if (which === 5) say('FixtureRescheduled', { ...ruling, kickoff, closed })
    else if (which === 6) say('MatchStarted', { fixtureId })
    else if (which === 7) say('FeedResultNoted', { fixtureId, ...score })
    else if (which === 8) say('ResultLifted', { fixtureId, reason: null, ...(chance(0.5) ? score : nobody) })
    else
      say('MatchResultCorrected', {
        ...ruling,
        ...(chance(0.5) ? { homeScore: match.score[0], awayScore: match.score[1] } : score),
      })
  }

  function chatter(): void {
    const userId = player()
    const competitionId = 1 + random.below(5)
    const season = '2024-25'
    const which = random.below(9)
    if (which === 0) say('LeagueJoined', { leagueId: 1 + random.below(8), userId, how: 'code' })
    else if (which === 1) say('LeagueCreated', { leagueId: 1 + random.below(8), name: 'L', creatorId: userId })
    else if (which === 2) say('LeagueTeamJoined', { leagueId: 1, teamId: 1 + random.below(3), userId })
    else if (which === 3) say('LeagueTeamCreated', { leagueId: 1, teamId: 1 + random.below(3), captainId: userId })
    else if (which === 4) say('CompetitionJoined', { competitionId, userId })
    else if (which === 5) {
      const places = [0, 1, 2].map((n) => ({ userId: 1 + ((userId + n) % players), place: n + 1, points: 9 }))
      say('CompetitionEnded', { competitionId, asOf: 1, places })
    } else if (which === 6) {
      const place = one([1, 2, 3, null])
      say('PrizeBooked', { competitionId, asOf: 1, userId, season, points: 5, place, reason: 'x' })
    } else {
      const room = { kind: one(['league', 'competition']), id: 1 + random.below(6) }
      for (let n = chance(0.1) ? 40 : 1; n > 0; n--) say('MessagePosted', { messageId: events.length, userId, room })
    }
  }

  /** Unlocks that the reactor may have appended, and some that it never would. */
  const unlocked = new Set<string>()
  const taken = catalogue.filter(({ id }) => ['first-whistle', 'perfect-gameweek', 'streak-master'].includes(id))
  function unlocking(): void {
    const userId = 1 + random.below(3)
    const { id: achievementId, name, points } = one(taken)
    const key = `${userId} ${achievementId}`
    const data = { userId, achievementId, name, points, season: '2024-25' }
    if (unlocked.delete(key)) say('AchievementRevoked', { ...data, lostBy: 'x', reason: 'x' })
    else {
      unlocked.add(key)
      say('AchievementUnlocked', { ...data, earnedBy: 'x' })
    }
  }

  const introduced = new Set<string>()
  function introduce(): void {
    const achievementIds = catalogue.map(({ id }) => id).filter((id) => !introduced.has(id) && chance(0.5))
    for (const id of achievementIds) introduced.add(id)
    say('AchievementsIntroduced', { achievementIds })
  }
  const order = () =>
    say('RetroactiveUnlocksOrdered', {
      orderId: crypto.randomUUID(),
      only: chance(0.5) ? one(catalogue).id : null,
    })

  const unsettled: { season: string; gameweek: number }[] = []
  for (const [season, ofSeason] of Map.groupBy(matches, (match) => match.season)) {
    for (let gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
      const here = ofSeason.filter((match) => match.gameweek === gameweek)
      const first = Math.min(...here.flatMap(({ kickoff }) => kickoff ?? []))
      now = first - one([9 * day, 2 * day, day])
      for (const match of here) if (late.has(match)) schedule(match)
      for (let userId = 1; userId <= players; userId++) {
        if (userId === players && chance(0.7)) continue
        for (const match of here) if (chance(0.95)) pick(userId, match)
        if (chance(0.1)) pick(userId, one(matches))
      }
      for (let n = random.below(6); n > 0; n--) pick(player(), one(here))
      now = first - 6 * 60_000
      for (const match of here.slice(0, 2)) if (chance(0.5)) pick(player(), match)
      for (const match of [...here].sort(() => random.next() - 0.5)) {
        now = Math.max(now, (match.kickoff ?? now) + 2 * hour)
        if (chance(0.04)) pick(player(), match)
        if (chance(0.06)) oddity(match)
        else play(match)
        if (chance(0.15)) oddity(one(ofSeason.filter((each) => each.gameweek <= gameweek)))
        if (chance(0.5)) chatter()
        for (let n = random.below(4); n > 0; n--) unlocking()
      }
      unsettled.push({ season, gameweek })
      while (unsettled.length > 0 && chance(0.8)) {
        const [settled] = unsettled.splice(random.below(unsettled.length), 1)
        say('GameweekSettled', { ...settled, fixtureIds: [] }, now, chance(0.2))
        if (chance(0.3)) oddity(one(ofSeason.filter((each) => each.gameweek <= gameweek)))
      }
      if (chance(0.3)) introduce()
      if (chance(0.3)) order()
      if (chance(0.06)) say('UserDeleted', { userId: player() })
    }
  }
  return events
}

function seasonOf(random: Random, season: string, year: number): Match[] {
  const matches: Match[] = []
  const clubs = Array.from({ length: CLUBS }, (_, index) => index + 1)
  for (let gameweek = 1; gameweek <= GAMEWEEKS; gameweek++) {
    const drawn = [...clubs].sort(() => random.next() - 0.5)
    for (let n = 0; n < MATCHES; n++) {
      const kickoff = start + (year * 365 + gameweek * 7) * day + Math.floor(n / 2) * 3 * hour
      matches.push({
        fixtureId: 100 * year + 10 * gameweek + ((n * 7) % 10),
        season,
        gameweek,
        homeTeamId: drawn[2 * n]!,
        awayTeamId: drawn[2 * n + 1]!,
        kickoff: random.next() < 0.02 ? null : kickoff,
        score: [random.below(4), random.below(3)],
      })
    }
  }
  return matches
}
