import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { SETTLEMENT_REACTOR } from '../../src/areas/fixtures/settlement-reactor.ts'
import type { Article, NewsStory, StoryCard } from '../../src/areas/news/contract.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { named } from '../support/named.ts'

let app: TestApp
let admin: TestClient
let reader: Player
let others: Player[]
/** The ten matches of the first gameweek whose matches are all open. */
let week: any[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  const [first, ...rest] = await players(app, ['anna', 'bob', 'carla', 'dan', 'eve'])
  reader = first!
  others = rest
  const open: any[] = (await reader.get('/api/fixtures')).filter(({ isOpen }: any) => isOpen)
  week = [...Map.groupBy(open, ({ gameweek }) => gameweek).values()].find(({ length }) => length === 10)!
  await delivered()
}, 120_000)
afterAll(() => app?.close())

/** Waits until past gameweeks have settled, and the news of everything in the log is written. */
async function delivered(): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  for (const reactor of [SETTLEMENT_REACTOR, NEWS_REACTOR]) {
    engine.nudge()
    expect(await engine.waitForReactor(reactor, await app.container.get(TYPES.Log).head(), 60_000)).toBe(true)
  }
  await app.settled()
}

async function enter(fixture: any, homeScore: number, awayScore: number): Promise<void> {
  const body = { homeScore, awayScore, reason: 'Full time' }
  expect((await admin.post(`/api/admin/fixtures/${fixture.id}/result`, body)).status).toBe(200)
}

async function predict(player: Player, fixture: any, home: number, away: number): Promise<void> {
  const predictedResult = home > away ? 'home' : home < away ? 'away' : 'draw'
  const body = { fixtureId: fixture.id, predictedResult, predictedHomeScore: home, predictedAwayScore: away }
  expect((await player.call('POST', '/api/predictions', body)).status).toBe(201)
}

const all = (): Promise<Article[]> => reader.get('/api/news?limit=50')
const about = async (text: string): Promise<Article> => {
  const found = (await all()).filter(({ title }) => title.includes(text))
  expect(found, text).toHaveLength(1)
  return found[0]!
}
const storyOf = ({ url }: Article) => reader.get(`/api${url}`)

describe('GET /api/news (R77)', () => {
  test('returns five articles by default, newest first, with exactly these fields', async () => {
    const articles: Article[] = await reader.get('/api/news')
    expect(articles).toHaveLength(5)
    for (const article of articles) {
      expect(Object.keys(article).sort()).toEqual([
        'description',
        'publishedAt',
        'source',
        'title',
        'url',
        'urlToImage',
      ])
      expect(article).toMatchObject({
        url: expect.stringMatching(/^\/news\/[a-z0-9-]+$/),
        source: { name: 'Club news' },
      })
    }
    const times = articles.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    // Dated by its subject, not by when the season was loaded.
    expect(times[0]! < new Date(app.clock.now()).toISOString()).toBe(true)
    expect(await reader.get('/api/news?limit=2')).toEqual(articles.slice(0, 2))
  })

  test.each(['?limit=0', '?limit=51', '?limit=x'])('%s is a bad request', async (query) => {
    expect((await reader.call('GET', `/api/news${query}`)).status).toBe(400)
  })

  test('requires a session, as each story does', async () => {
    expect((await app.client().request('GET', '/api/news')).status).toBe(401)
    expect((await app.client().request('GET', '/api/news/a-slug')).status).toBe(401)
  })

  test('an unknown slug is a 404, an impossible one a 400', async () => {
    expect(await reader.call('GET', '/api/news/a-slug')).toMatchObject({
      status: 404,
      body: { detail: 'Story not found' },
    })
    expect((await reader.call('GET', '/api/news/A%20slug')).status).toBe(400)
  })
})

describe('a gameweek', () => {
  beforeAll(async () => {
    const [one] = week
    await predict(reader, one, 0, 3)
    for (const other of others) await predict(other, one, 2, 1)
    await predict(reader, week[1], 1, 1)
    app.clock.set(
      new Date(Math.max(...week.map(({ kickoffTime }) => Date.parse(kickoffTime))) + 7_200_000).toISOString(),
    )
    await enter(one, 0, 3)
    await delivered()
  }, 60_000)

  const ended = ({ homeTeam, awayTeam }: any, score: string) => `${homeTeam.shortName} ${score} ${awayTeam.shortName}`

  test('has a report of each match with predictions', async () => {
    const report = await about(ended(week[0], '0–3'))
    expect(report).toMatchObject({
      description: '1 of 5 had the exact score, nobody else the result. The match paid 15 points.',
      urlToImage: expect.stringMatching(/^data:image\/svg\+xml,/),
    })
    const story = await storyOf(report)
    expect(story).toMatchObject({
      kind: 'Match report',
      title: report.title,
      gameweek: week[0].gameweek,
      match: { fixtureId: week[0].id, result: 'away', score: { home: 0, away: 3 } },
      crowd: { picks: 5, home: 4, draw: 0, away: 1 },
      scores: [
        { home: 2, away: 1, players: 4 },
        { home: 0, away: 3, players: 1 },
      ],
    })
    // Dated by the match, not by the time it was entered.
    expect(story.publishedAt).toBe(new Date(Date.parse(week[0].kickoffTime) + 7_200_000).toISOString())
  })

  test('shows the reader their own pick, and league mates who had the exact score (R245)', async () => {
    const [mate, stranger] = others
    const cardOf = async (player: Player, fixture: any): Promise<StoryCard> => {
      const cards: StoryCard[] = await player.get('/api/news/stories')
      return cards.find(({ title }) => title.includes(`${fixture.homeTeam.shortName} 0–3`))!
    }
    expect(await cardOf(reader, week[0])).toMatchObject({
      ...{ gameweek: week[0].gameweek, kind: 'Match report', isReport: true, exactMates: 0, isOfMyLeagues: false },
      yours: { predictedHomeScore: 0, predictedAwayScore: 3, pointsEarned: 15, verdict: 'exact' },
    })
    await joinedBy(await leagueOf(reader), mate!)
    const card = await cardOf(mate!, week[0])
    expect(card).toMatchObject({ exactMates: 1, isOfMyLeagues: true, yours: { verdict: 'wrong' } })
    expect(await cardOf(stranger!, week[0])).toMatchObject({ exactMates: 0, isOfMyLeagues: false })
    const called: NewsStory = await mate!.get(`/api${card.url}`)
    expect(called.mates).toEqual([
      { ...named(reader.username), id: reader.id, pick: expect.objectContaining({ pointsEarned: 15 }) },
    ])
    expect((await stranger!.get(`/api${card.url}`)).mates).toEqual([])
    // Its fields are the article's and these.
    const [article] = await mate!.get('/api/news?limit=1')
    const [first] = await mate!.get('/api/news/stories?limit=1')
    expect(first).toMatchObject(article)
  })

  test('is rewritten by a correction, withdrawn with the result, and published again with the next', async () => {
    const { url } = await about(ended(week[0], '0–3'))
    await enter(week[0], 2, 1)
    await delivered()
    const corrected = await about(ended(week[0], '2–1'))
    expect(corrected).toMatchObject({
      url,
      description: '4 of 5 had the exact score, nobody else the result. The match paid 60 points.',
    })
    expect((await admin.delete(`/api/admin/fixtures/${week[0].id}/result`, { reason: 'Wrong match' })).status).toBe(204)
    await delivered()
    expect((await reader.call('GET', `/api${url}`)).status).toBe(404)
    expect((await all()).map((article) => article.url)).not.toContain(url)
    await enter(week[0], 0, 3)
    await delivered()
    expect((await about(ended(week[0], '0–3'))).url).toBe(url)
  })

  test('has its winner, its upset, its goals and the table once it settles; a deleted player is not named', async () => {
    const [, ...rest] = week
    for (const fixture of rest) await enter(fixture, 1, 1)
    await delivered()
    const { gameweek } = week[0]
    const ofWeek = (await all()).filter(({ url }) => url.includes(`gameweek-${gameweek}-`))
    const kinds = ofWeek.map(({ url }) => url.split(`gameweek-${gameweek}-`)[1])
    expect(kinds).toEqual(expect.arrayContaining(['winner', 'upset', 'round-up', 'table']))
    const winner = (await all()).find(({ url }) => url.endsWith(`gameweek-${gameweek}-winner`))!
    expect(winner.title).toContain(reader.username)
    expect(winner.title).toContain('30 points and 2 exact scores')
    expect(ofWeek.find(({ url }) => url.endsWith('-upset'))!.description).toMatch(/^1 of 5 players backed /)
    // Names lead to their players; the title is text (R200).
    const read: NewsStory = await storyOf(winner)
    const { username, id } = reader
    expect(read.names.paragraphs[0]).toEqual([{ ...named(username), id, start: 0, length: username.length }])
    expect(read.paragraphs[0]!.startsWith(`${username} had 30 points`)).toBe(true)
    expect(read.names.description).toEqual([])
    // Stories of its gameweek link to each other.
    expect((await storyOf(winner)).more.map(({ url }: Article) => url)).toEqual(
      expect.arrayContaining(
        ofWeek
          .map(({ url }) => url)
          .filter((url) => url !== winner.url)
          .slice(0, 3),
      ),
    )
    const at = new Date(app.clock.now()).toISOString()
    await app.container.get(ACCOUNTS.Accounts).deleteUser(reader.id, systemContext(at))
    await app.settled()
    const [other] = others
    const now: Article[] = await other!.get('/api/news?limit=50')
    expect(JSON.stringify(now)).not.toContain(reader.username)
    expect(now.find(({ url }) => url === winner.url)!.title).toContain('A player who has left')
    const after: NewsStory = await other!.get(`/api${winner.url}`)
    expect(after.paragraphs[0]).toContain('A player who has left had 30 points')
    expect(after.names.paragraphs.flat()).toEqual([])
  }, 60_000)
})
