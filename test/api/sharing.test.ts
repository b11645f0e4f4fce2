import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { SHARING } from '../../src/areas/sharing/area.ts'
import { TRENDING_DAYS, WORTH } from '../../src/areas/sharing/trending.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { enter } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient, type TestClient } from '../support/client.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { named } from '../support/named.ts'
import { promised } from '../support/promised.ts'
import { pageOf, predicted, sharedBy } from '../support/sharing.ts'

let app: TestApp
let admin: TestClient
const sockets: Socket[] = []
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
}, 120_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.close()
})

const some = async <N extends string>(...names: N[]): Promise<Record<N, Player>> => {
  const made = await players(app, names)
  return Object.fromEntries(names.map((name, index) => [name, made[index]!])) as Record<N, Player>
}
/** A player with `count` predictions, and others without. */
async function sharer<N extends string>(count: number, ...names: N[]) {
  const { owner } = await some('owner')
  return { ...(await some(...names)), owner, picks: await predicted(app, owner, count) }
}
let strangers = 0
/** A client at its own address, without a session. */
const stranger = (address = `198.51.100.${++strangers}`) => {
  const client = createClient(app.url)
  return (method: string, path: string, body?: unknown) =>
    client.request(method, path, body, { 'x-forwarded-for': address })
}
const now = () => new Date(app.clock.now()).toISOString()
const flush = () => app.container.get(SHARING.Views).flush(systemContext(now()))
const eventsOf = async (type: string) =>
  (await readToEnd(app.container.get(TYPES.RawLog), null, { types: [type] })).events
const comment = (player: Player, share: { shareUrl: string }, content: string, more: object = {}) =>
  player.call('POST', `${pageOf(share)}/comments`, { content, ...more })
const interact = (player: Player, share: { shareUrl: string }, type: string) =>
  player.call('POST', `${pageOf(share)}/interact`, { type })
const idsOf = (shares: readonly { id: number }[]) => shares.map(({ id }) => id)

/** Every row of a view, in a fixed order. */
async function rowsOf(view: string): Promise<unknown[]> {
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query(`select to_jsonb(v) as row from read.${view} v order by 1`)
  return rows
}

describe('sharing predictions (R85)', () => {
  test('a share consists of the owner’s own predictions and shows their current state', async () => {
    const { owner, picks } = await sharer(12)
    const text = { title: '  Ça va, 👋 <b>fans</b>  ', description: 'Two lines\nof "words"' }
    const share = await sharedBy(owner, [...picks, picks[0]!], { ...text, shareType: 'custom' })
    expect(share).toMatchObject({
      ...{ title: 'Ça va, 👋 <b>fans</b>', description: text.description, shareType: 'custom', isPublic: true },
      ...{ views: 0, likes: 0, shares: 0, commentCount: 0, predictionCount: 12, points: null, isMine: true },
      user: { id: owner.id, username: owner.username, displayName: owner.username, profileImage: null },
    })
    expect(share.shareUrl).toMatch(/^[\w-]{22}$/)
    expect(share.predictionIds).toHaveLength(12)
    expect(share.predictionIds[0]).toMatchObject({
      ...{ id: picks[0], homeScore: 2, awayScore: 1, result: 'home', pointsEarned: null, verdict: null },
      homeTeam: share.predictionIds[0]!.fixture.homeTeam.name,
    })
    const kickoffs = share.predictionIds.map(({ fixture }) => fixture.kickoffTime!)
    expect(kickoffs).toEqual([...kickoffs].sort())
    // Lists include the first ten.
    const [listed] = await owner.get('/api/shared-predictions?limit=1')
    expect([listed.predictionIds.length, listed.predictionCount]).toEqual([10, 12])
    // Personal data is not in the log in the clear.
    const [event] = (await eventsOf('PredictionsShared')).slice(-1)
    expect(JSON.stringify(event)).not.toContain('fans')
  })

  test('a share of another’s or an unknown prediction is refused (T30)', async () => {
    const { owner, eve, picks } = await sharer(1, 'eve')
    const share = (ids: unknown, more: object = {}) =>
      eve.call('POST', '/api/share-predictions', { predictionIds: ids, title: 'Mine', ...more })
    expect((await share(picks)).body).toMatchObject({ status: 404, detail: 'Prediction not found' })
    expect((await share([...(await predicted(app, eve, 1)), picks[0]])).status).toBe(404)
    expect((await share([999_999_999])).status).toBe(404)
    // A userId in the body does not change the owner.
    expect((await share(picks, { userId: owner.id })).status).toBe(404)
    expect((await share([])).body.detail).toBe('Please select at least one prediction to share')
    for (const wrong of [undefined, 'x', ['x'], [1.5], Array.from({ length: 51 }, (_, n) => n + 1)])
      expect((await share(wrong)).status).toBe(400)
    expect(
      await eventsOf('PredictionsShared').then((all) => all.filter(({ metadata }) => metadata.actor === eve.id)),
    ).toEqual([])
  })

  test('a title, a description and a type have their bounds', async () => {
    const { owner, picks } = await sharer(11)
    const share = (body: object) =>
      owner.call('POST', '/api/share-predictions', { predictionIds: picks, title: 'Fine', ...body })
    const wrong = [
      ...[{ title: '' }, { title: ' \u200b ' }, { title: 'x'.repeat(101) }, { title: 'two\nlines' }, { title: 7 }],
      ...[{ title: 'a\u0000b' }, { description: 'x'.repeat(501) }, { shareType: 'everything' }, { isPublic: 'yes' }],
    ]
    for (const body of wrong) expect((await share(body)).status, JSON.stringify(body)).toBe(400)
    expect((await share({ shareType: 'individual' })).body.detail).toBe('An individual share holds one prediction')
    expect((await share({ shareType: 'gameweek' })).body.detail).toBe(
      'A gameweek share holds predictions of one gameweek',
    )
    expect((await share({ title: 'x'.repeat(100), description: 'y'.repeat(500) })).status).toBe(201)
    expect((await sharedBy(owner, picks.slice(0, 1), { shareType: 'individual' })).predictionCount).toBe(1)
  })

  test('after the match each pick shows result and points, and follows corrections', async () => {
    const { owner, bob, picks } = await sharer(2, 'bob')
    const share = await sharedBy(owner, picks)
    const [first] = share.predictionIds
    const shown = async () => {
      const { predictionIds, points } = await bob.get(pageOf(share))
      const { verdict, pointsEarned, fixture } = predictionIds[0]
      return { verdict, pointsEarned, score: [fixture.homeScore, fixture.awayScore], points }
    }
    // While sealed, it is visible to everyone with the share, and changes with the prediction.
    expect(await shown()).toEqual({ verdict: null, pointsEarned: null, score: [null, null], points: null })
    const changed = { predictedResult: 'home', predictedHomeScore: 3, predictedAwayScore: 1 }
    expect((await owner.call('PUT', `/api/predictions/${first!.id}`, changed)).status).toBe(200)
    expect((await bob.get(pageOf(share))).predictionIds[0]).toMatchObject({ homeScore: 3, awayScore: 1 })
    await enter(admin, first!.fixtureId, 3, 1)
    expect(await shown()).toEqual({ verdict: 'exact', pointsEarned: 15, score: [3, 1], points: 15 })
    await enter(admin, first!.fixtureId, 2, 0)
    expect(await shown()).toEqual({ verdict: 'correct', pointsEarned: 5, score: [2, 0], points: 5 })
    await enter(admin, first!.fixtureId, 0, 2)
    expect(await shown()).toEqual({ verdict: 'wrong', pointsEarned: 0, score: [0, 2], points: 0 })
  })

  test('its owner and administrators delete it, nobody else, with all its likes and comments', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const [one, other] = [await sharedBy(owner, picks), await sharedBy(owner, picks)]
    const said = (await comment(bob, one, 'Brave')).body
    expect((await bob.call('DELETE', pageOf(one))).status).toBe(403)
    expect((await stranger()('DELETE', pageOf(one))).status).toBe(401)
    expect((await owner.call('DELETE', `/api/shared-predictions/${one.id}`)).status).toBe(204)
    for (const path of [pageOf(one), `${pageOf(one)}/comments`]) expect((await bob.call('GET', path)).status).toBe(404)
    expect((await bob.call('POST', `${pageOf(one)}/like`)).status).toBe(404)
    expect((await bob.call('DELETE', `/api/comments/${said.id}`)).status).toBe(404)
    expect((await admin.delete(pageOf(other))).status).toBe(204)
    expect((await owner.call('DELETE', pageOf(other))).status).toBe(404)
  })

  test('one key has one effect', async () => {
    const { owner, picks } = await sharer(1)
    const headers = { 'idempotency-key': 'share-once' }
    const body = { predictionIds: picks, title: 'Once' }
    const answers = []
    for (let n = 0; n < 3; n++) answers.push(await owner.call('POST', '/api/share-predictions', body, headers))
    expect(new Set(answers.map((answer) => answer.body.shareUrl)).size).toBe(1)
    expect((await owner.get('/api/shared-predictions')).filter(({ isMine }: any) => isMine)).toHaveLength(1)
  })
})

describe('a private share (T46)', () => {
  test('opens by its link for everyone, and by its number for its owner only', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const share = await sharedBy(owner, picks, { isPublic: false, title: 'Among us' })
    const said = (await comment(bob, share, 'I know')).body
    const someone = stranger()
    for (const ask of [bob.call, someone]) {
      expect((await ask('GET', pageOf(share))).body).toMatchObject({
        title: 'Among us',
        isPublic: false,
        isMine: false,
      })
      expect((await ask('GET', `${pageOf(share)}/comments`)).body).toMatchObject([{ id: said.id }])
    }
    const { eve } = await some('eve')
    const byNumber = `/api/shared-predictions/${share.id}`
    for (const ask of [bob.call, eve.call, someone]) {
      for (const path of [byNumber, `${byNumber}/comments`]) expect((await ask('GET', path)).status, path).toBe(404)
    }
    for (const [path, body] of [
      ['like', undefined],
      ['interact', { type: 'share' }],
      ['comments', { content: 'Found you' }],
      ['report', {}],
    ] as const)
      expect((await eve.call('POST', `${byNumber}/${path}`, body)).status, path).toBe(404)
    expect((await eve.call('DELETE', byNumber)).status).toBe(404)
    // Without having opened it, a player cannot reach its comments by their numbers either.
    expect((await eve.call('POST', `/api/comments/${said.id}/report`)).status).toBe(404)
    expect((await eve.call('DELETE', `/api/comments/${said.id}`)).status).toBe(404)
    await eve.get(pageOf(share))
    expect((await eve.call('POST', `/api/comments/${said.id}/report`)).status).toBe(200)
    expect((await eve.call('DELETE', `/api/comments/${said.id}`)).status).toBe(403)
    expect((await owner.get(byNumber)).id).toBe(share.id)
    // An almost right token is unknown.
    const near = `${share.shareUrl.slice(0, -1)}${share.shareUrl.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of [near, 'x', "'--", share.shareUrl.slice(1), '0', '-1', '1e3', '9'.repeat(30)])
      expect((await bob.call('GET', `/api/shared-predictions/${wrong}`)).status, wrong).toBe(404)
    expect((await bob.call('GET', '/api/shared-predictions/%00')).status).toBe(400)
  })

  test('is in no list, feed or count for others', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const before = await bob.get('/api/community-stats')
    const share = await sharedBy(owner, picks, { isPublic: false })
    await bob.call('PUT', `/api/users/${owner.id}/follow`)
    expect((await interact(bob, share, 'like')).body).toMatchObject({ likes: 1, isLiked: true })
    await comment(bob, share, 'Hidden')
    for (const sort of ['recent', 'popular', 'trending'])
      for (const more of ['', '&following=true', '&type=custom'])
        expect(idsOf(await bob.get(`/api/social-feed?limit=50&sort=${sort}${more}`))).not.toContain(share.id)
    expect(idsOf(await bob.get('/api/trending-predictions?limit=50'))).not.toContain(share.id)
    expect(idsOf(await bob.get('/api/shared-predictions?limit=50'))).not.toContain(share.id)
    expect(await bob.get('/api/community-stats')).toMatchObject({
      totalSharedPredictions: before.totalSharedPredictions,
      totalLikes: before.totalLikes,
      totalComments: before.totalComments,
    })
    expect(idsOf(await owner.get('/api/shared-predictions?limit=50'))).toContain(share.id)
  })
})

describe('comments (R86)', () => {
  test('are written by signed-in players and read by all, oldest first, in pages', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const share = await sharedBy(owner, picks)
    const texts = ['One', 'Two <script>', 'Drei 👏']
    for (const text of texts) expect((await comment(bob, share, ` ${text} `)).status).toBe(201)
    const read = async (query = '') => (await stranger()('GET', `${pageOf(share)}/comments${query}`)).body
    const all = await read()
    expect(all.map(({ content }: any) => content)).toEqual(texts)
    expect(all[0]).toMatchObject({
      ...{ sharedPredictionId: share.id, likes: 0, mayDelete: false, createdAt: now() },
      user: { id: bob.id, username: bob.username },
    })
    expect((await read('?limit=1')).map(({ id }: any) => id)).toEqual([all[2].id])
    expect(await read(`?before=${all[2].id}`)).toEqual(all.slice(0, 2))
    expect((await bob.get(pageOf(share))).commentCount).toBe(3)
    for (const wrong of ['', ' \u200b', 'x'.repeat(501), 7, 'a\u0000b'])
      expect((await comment(bob, share, wrong as string)).status).toBe(400)
    expect((await comment(bob, share, 'x'.repeat(500))).status).toBe(201)
    expect((await stranger()('POST', `${pageOf(share)}/comments`, { content: 'Hello' })).status).toBe(401)
    // The path names the share (T35); the author is the session's user.
    expect((await comment(bob, share, 'Here', { sharedPredictionId: share.id + 1 })).status).toBe(400)
    const claimed = await comment(bob, share, 'As you', { userId: owner.id, likes: 99, sharedPredictionId: share.id })
    expect(claimed.body).toMatchObject({ likes: 0, user: { id: bob.id } })
    // By the number of a public share as well.
    expect((await owner.get(`/api/shared-predictions/${share.id}/comments`)).length).toBe(5)
  })

  test('are deleted by their author, the owner of the share and administrators', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks)
    const ids = []
    for (const text of ['a', 'b', 'c']) ids.push((await comment(bob, share, text)).body.id)
    const remove = (who: Player, id: number) => who.call('DELETE', `/api/comments/${id}`)
    expect((await remove(eve, ids[0])).status).toBe(403)
    const may = async (who: Player) =>
      (await who.get(`${pageOf(share)}/comments`)).map(({ mayDelete }: any) => mayDelete)
    expect([await may(owner), await may(bob), await may(eve)]).toEqual([
      Array(3).fill(true),
      Array(3).fill(true),
      Array(3).fill(false),
    ])
    expect((await remove(bob, ids[0])).status).toBe(204)
    expect((await remove(bob, ids[0])).status).toBe(404)
    expect((await remove(owner, ids[1])).status).toBe(204)
    expect((await admin.delete(`/api/comments/${ids[2]}`)).status).toBe(204)
    expect(await bob.get(`${pageOf(share)}/comments`)).toEqual([])
    expect((await bob.get(pageOf(share))).commentCount).toBe(0)
  })
})

describe('counts that cannot be inflated (R87, T47)', () => {
  test('twenty concurrent likes by one player count once, and unlike never falls below zero', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks)
    const like = () => bob.call('POST', `${pageOf(share)}/like`)
    const answers = await Promise.all(Array.from({ length: 20 }, like))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // R56: a response includes what a concurrent request has stored.
    expect(new Set(answers.map(({ body }) => `${body.isLiked} ${body.likes}`))).toEqual(new Set(['true 1']))
    expect((await bob.get(pageOf(share))).likes).toBe(1)
    const mine = (await eventsOf('ShareLiked')).filter(({ data }: any) => data.shareId === share.id)
    expect(mine).toHaveLength(1)
    expect((await interact(eve, share, 'like')).body).toMatchObject({ likes: 2, isLiked: true })
    for (let n = 0; n < 3; n++)
      expect((await interact(bob, share, 'unlike')).body).toMatchObject({ likes: 1, isLiked: false })
    await Promise.all(Array.from({ length: 10 }, () => interact(eve, share, 'unlike')))
    expect((await interact(eve, share, 'unlike')).body).toMatchObject({ likes: 0, isLiked: false })
    expect((await interact(eve, share, 'dislike')).status).toBe(400)
    expect((await stranger()('POST', `${pageOf(share)}/like`)).status).toBe(401)
  })

  test('a view counts once per viewer and day, never the owner’s; no address is stored (T48)', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const share = await sharedBy(owner, picks)
    const views = async (ask: (method: string, path: string) => Promise<{ body: any }>) =>
      (await ask('GET', pageOf(share))).body.views
    const [one, other] = [stranger('192.0.2.77'), stranger('192.0.2.78')]
    expect(await views(owner.call)).toBe(0)
    expect([await views(bob.call), await views(bob.call)]).toEqual([1, 1])
    expect([await views(one), await views(one), await views(other)]).toEqual([2, 2, 3])
    // Twenty at once from one more address, two of an IPv6 /64.
    const [six, sixToo] = [stranger('2001:db8:1:2::1'), stranger('2001:db8:1:2::99')]
    await Promise.all(Array.from({ length: 10 }, () => [views(six), views(sixToo)]).flat())
    expect(await views(owner.call)).toBe(4)
    // Views are flushed to the log periodically; neither a flush nor its repeat changes the count.
    await flush()
    await flush()
    await app.settled()
    expect(await views(owner.call)).toBe(4)
    expect(await rowsOf('share_days')).toContainEqual({
      row: expect.objectContaining({ share_id: share.id, views: 4, likes: 0 }),
    })
    const kept = JSON.stringify([await eventsOf('SharesViewed'), await viewersKept()])
    expect(kept).not.toMatch(/192\.0\.2\.|2001:db8/)
    expect(kept).not.toContain(`"viewer":"${bob.id}"`)
    app.clock.advance(86_400_000)
    expect([await views(bob.call), await views(one), await views(owner.call)]).toEqual([5, 6, 6])
    await flush()
    await app.settled()
    expect((await owner.get('/api/shared-predictions?limit=50')).find(({ id }: any) => id === share.id).views).toBe(6)
    // Viewers of past days are forgotten.
    app.clock.advance(3 * 86_400_000)
    await flush()
    expect(await viewersKept()).toEqual([])
    expect(await views(owner.call)).toBe(6)
  })

  const viewersKept = async () =>
    (await app.container.get(TYPES.Database).pool.query('select * from app.share_viewers')).rows

  test('a process that is killed between appending and marking counts nothing twice', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const share = await sharedBy(owner, picks)
    await bob.get(pageOf(share))
    await flush()
    const { pool } = app.container.get(TYPES.Database)
    // The state after the mark was lost, with a later view.
    await pool.query('update app.share_views set logged = 0 where share_id = $1', [share.id])
    await stranger()('GET', pageOf(share))
    await flush()
    await flush()
    await app.settled()
    expect((await owner.get(pageOf(share))).views).toBe(2)
    const { rows } = await pool.query('select views from read.shares where id = $1', [share.id])
    expect(rows).toEqual([{ views: 2 }])
  })

  test('passing on counts once per player and day', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const share = await sharedBy(owner, picks)
    for (let n = 0; n < 3; n++) expect((await interact(bob, share, 'share')).body.shares).toBe(1)
    expect((await interact(owner, share, 'share')).body.shares).toBe(2)
    app.clock.advance(86_400_000)
    expect((await interact(bob, share, 'share')).body.shares).toBe(3)
  })
})

describe('the feed (R88)', () => {
  /** Pages of a list to its end, with an action between pages. */
  async function paged(reader: Player, path: string, between: () => Promise<unknown> = async () => undefined) {
    const found: any[] = []
    for (let next: string | null = ''; next !== null; ) {
      const answer = await reader.call('GET', `${path}${next && `&cursor=${encodeURIComponent(next)}`}`)
      expect(answer.status).toBe(200)
      found.push(...answer.body)
      next = answer.headers.get('plp-next-cursor')
      await between()
    }
    return found
  }

  test('pages have neither gaps nor repeats while others post', async () => {
    const { owner, bob, picks } = await sharer(2, 'bob')
    const made: number[] = []
    for (let n = 0; n < 7; n++) made.push((await sharedBy(owner, picks)).id)
    for (const id of made.slice(2, 5)) await bob.call('POST', `/api/shared-predictions/${id}/like`)
    for (const sort of ['recent', 'popular', 'trending']) {
      const before = idsOf(await paged(bob, `/api/social-feed?limit=50&sort=${sort}`))
      let posted = 0
      const found = await paged(bob, `/api/social-feed?limit=2&sort=${sort}`, async () => {
        if (posted++ < 3) await sharedBy(owner, picks)
      })
      const known = idsOf(found).filter((id) => before.includes(id))
      expect(known, sort).toEqual(before)
      expect(new Set(idsOf(found)).size, sort).toBe(found.length)
      expect(before).toEqual(expect.arrayContaining(made))
    }
    const newest = idsOf(await paged(bob, '/api/social-feed?limit=3&sort=recent'))
    expect(newest).toEqual([...newest].sort((a, b) => b - a))
    const likes = (await paged(bob, '/api/social-feed?limit=3&sort=popular')).map((share) => share.likes)
    expect(likes).toEqual([...likes].sort((a, b) => b - a))
    expect(idsOf(await paged(bob, '/api/shared-predictions?limit=4'))).toEqual(newest)
  })

  test('is of one type, and accepts no unknown parameter (T55)', async () => {
    const { owner, bob, picks } = await sharer(1, 'bob')
    const one = await sharedBy(owner, picks, { shareType: 'individual' })
    const types = (await bob.get('/api/social-feed?type=individual&limit=50')).map(({ shareType }: any) => shareType)
    expect(new Set(types)).toEqual(new Set(['individual']))
    expect((await bob.get('/api/social-feed?type=gameweek')).map(({ id }: any) => id)).not.toContain(one.id)
    const wrong = [
      'sort=best',
      'type=mine',
      'limit=0',
      'limit=51',
      'limit=x',
      'cursor=x',
      'cursor=p.1.2',
      'following=1',
    ]
    for (const query of [...wrong, 'sort=popular&cursor=r.12', `cursor=${'r'.repeat(300)}`])
      expect((await bob.call('GET', `/api/social-feed?${query}`)).status, query).toBe(400)
    expect((await stranger()('GET', '/api/social-feed')).status).toBe(401)
  })

  test('trending agrees with a sum by hand over the log: seven days, newer weighing more', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const shares = []
    for (let n = 0; n < 5; n++) shares.push(await sharedBy(owner, picks))
    const [old, mixed, fresh, back] = shares as [any, any, any, any]
    await interact(bob, old, 'like')
    await comment(bob, old, 'First')
    for (let day = 0; day < 8; day++) {
      app.clock.advance(86_400_000)
      await interact(bob, mixed, 'share')
      await stranger()('GET', pageOf(mixed))
      if (day === 4) await comment(eve, mixed, 'Middle')
    }
    for (const player of [bob, eve, owner]) await interact(player, fresh, 'like')
    await interact(bob, back, 'like')
    await interact(bob, back, 'unlike')
    await comment(eve, fresh, 'Now')
    await flush()
    await app.settled()

    const scores = await byHand()
    expect(scores.get(old.id) ?? 0).toBe(0)
    expect(scores.get(mixed.id)).toBe((7 + 6 + 5 + 4 + 3 + 2 + 1) * (WORTH.shares + WORTH.views) + 4 * WORTH.comments)
    expect(scores.get(fresh.id)).toBe(7 * (3 * WORTH.likes + WORTH.comments))
    const expected = [...scores].filter(([, score]) => score > 0).sort(([a, x], [b, y]) => y - x || b - a)
    expect(idsOf(await bob.get('/api/trending-predictions?limit=50'))).toEqual(expected.map(([id]) => id))
    const feed = idsOf(await bob.get('/api/social-feed?sort=trending&limit=50'))
    expect(feed.slice(0, expected.length)).toEqual(expected.map(([id]) => id))
    // Then all others, newest first.
    const others = feed.slice(expected.length)
    expect(others).toEqual([...others].sort((a, b) => b - a))
    expect(others).toEqual(expect.arrayContaining([old.id, back.id]))
  })

  /** The score of every existing public share, from the events themselves. */
  async function byHand(): Promise<Map<number, number>> {
    const { events } = await readToEnd(app.container.get(TYPES.Log), null, {})
    const today = Date.parse(now().slice(0, 10))
    const weightOf = (day: string) => Math.max(0, TRENDING_DAYS - (today - Date.parse(day)) / 86_400_000)
    const stands = new Set<number>()
    const worth = new Map<string, { shareId: number; points: number }>()
    for (const { type, data, metadata } of events as any[]) {
      const day = metadata.at.slice(0, 10)
      const put = (key: string, on: string, points: number) =>
        worth.set(key, { shareId: data.shareId, points: weightOf(on) * points })
      if (type === 'PredictionsShared' && data.isPublic) stands.add(data.shareId)
      if (type === 'ShareDeleted') stands.delete(data.shareId)
      if (type === 'ShareLiked') put(`like ${data.shareId} ${data.userId}`, day, WORTH.likes)
      if (type === 'ShareUnliked') worth.delete(`like ${data.shareId} ${data.userId}`)
      if (type === 'SharePassedOn') put(`pass ${data.shareId} ${data.userId} ${data.day}`, data.day, WORTH.shares)
      if (type === 'ShareCommented') put(`comment ${data.commentId}`, day, WORTH.comments)
      if (type === 'ShareCommentDeleted') worth.delete(`comment ${data.commentId}`)
      if (type === 'SharesViewed')
        for (const { shareId, views } of data.shares)
          worth.set(`views ${shareId} ${data.day}`, { shareId, points: weightOf(data.day) * views * WORTH.views })
    }
    const scores = new Map<number, number>()
    for (const { shareId, points } of worth.values())
      if (stands.has(shareId)) scores.set(shareId, (scores.get(shareId) ?? 0) + points)
    return scores
  }

  test('community stats count public shares, and players active in 30 days', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const before = await bob.get('/api/community-stats')
    const share = await sharedBy(owner, picks)
    await interact(bob, share, 'like')
    await comment(bob, share, 'Well')
    const after = await bob.get('/api/community-stats')
    expect(after).toMatchObject({
      activeUsers: before.activeUsers + 1,
      totalSharedPredictions: before.totalSharedPredictions + 1,
      totalLikes: before.totalLikes + 1,
      totalComments: before.totalComments + 1,
    })
    await predicted(app, eve, 1)
    expect((await bob.get('/api/community-stats')).activeUsers).toBe(before.activeUsers + 2)
  })
})

describe('following (R89)', () => {
  test('their shares are listed under the tab; follows are visible to nobody else', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks)
    const followed = async (who: Player) => idsOf(await who.get('/api/social-feed?following=true&limit=50'))
    expect(await followed(bob)).toEqual([])
    const path = `/api/users/${owner.id}/follow`
    for (let n = 0; n < 2; n++)
      expect((await bob.call('PUT', path)).body).toMatchObject({ id: owner.id, followers: 1, isFollowing: true })
    await Promise.all(Array.from({ length: 10 }, () => eve.call('PUT', path)))
    expect((await eve.call('PUT', path)).body.followers).toBe(2)
    expect(await followed(bob)).toEqual([share.id])
    expect(idsOf(await bob.get('/api/social-feed?following=true&sort=popular'))).toEqual([share.id])
    for (let n = 0; n < 2; n++) expect((await bob.call('DELETE', path)).status).toBe(204)
    expect(await followed(bob)).toEqual([])
    expect(await followed(eve)).toEqual([share.id])
    expect((await bob.call('PUT', `/api/users/${bob.id}/follow`)).status).toBe(403)
    expect((await bob.call('PUT', '/api/users/999999999/follow')).status).toBe(404)
    expect((await stranger()('PUT', path)).status).toBe(401)
  })

  test('discovers members of the own leagues first, then the most followed players, in pages', async () => {
    const { anna, mate, star, other } = await some('anna', 'mate', 'star', 'other')
    const league = await leagueOf(anna, { name: 'Office' })
    await joinedBy(league, mate)
    const fans = await players(app, ['fan', 'fan', 'fan'])
    for (const fan of fans) await fan.call('PUT', `/api/users/${star.id}/follow`)
    await predicted(app, mate, 2)
    const found = await anna.get('/api/users/discover?limit=50')
    expect(found[0]).toMatchObject({
      ...{ id: mate.id, username: mate.username, leagues: ['Office'], followers: 0, isFollowing: false },
      ...{ totalPredictions: 2, correctPredictions: 0, settledPredictions: 0, accuracy: 0 },
    })
    expect(found[1]).toMatchObject({ id: star.id, followers: 3, leagues: [] })
    const ids = idsOf(found)
    expect(ids).not.toContain(anna.id)
    expect(ids).toContain(other.id)
    const pages = []
    for (let offset = 0; offset < 6; offset += 2)
      pages.push(...idsOf(await anna.get(`/api/users/discover?limit=2&offset=${offset}`)))
    expect(pages).toEqual(ids.slice(0, 6))
  })
})

describe('reports to the administrators (R90)', () => {
  test('of shares and comments are listed with those of messages, each once per reader, until their subject is deleted', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks, { title: 'Rude', description: 'Very', isPublic: false })
    const said = (await comment(bob, share, 'Ruder')).body
    const report = (who: Player, path: string, reason?: string) =>
      who.call('POST', `${path}/report`, reason ? { reason } : {})
    expect((await report(eve, pageOf(share), ' rude ')).status).toBe(200)
    expect((await report(eve, pageOf(share))).status).toBe(409)
    expect((await report(owner, pageOf(share))).status).toBe(403)
    app.clock.advance(-1_000)
    expect((await report(owner, `/api/comments/${said.id}`)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await report(bob, `/api/comments/${said.id}`)).status).toBe(403)
    expect((await eve.call('GET', '/api/admin/reports')).status).toBe(403)
    const place = { name: 'Rude', link: `/shared/${share.shareUrl}` }
    const listed = async () =>
      (await admin.get('/api/admin/reports')).filter((each: any) => each.place.link === place.link)
    expect(await listed()).toMatchObject([
      { kind: 'share', subjectId: share.id, text: 'Rude\nVery', author: owner.username, reason: 'rude', place },
      { kind: 'comment', subjectId: said.id, text: 'Ruder', author: bob.username, reason: null, place },
    ])
    const seen = ({ id, username }: Player) => ({ ...named(username), id })
    expect(await listed()).toMatchObject([
      { user: seen(owner), reportedBy: seen(eve) },
      { user: seen(bob), reportedBy: seen(owner) },
    ])
    expect((await admin.delete(`/api/comments/${said.id}`)).status).toBe(204)
    expect(await listed()).toMatchObject([{ kind: 'share', reportedBy: { username: eve.username } }])
    expect((await admin.delete(pageOf(share))).status).toBe(204)
    expect(await listed()).toEqual([])
    expect(await admin.get('/api/admin/log?limit=2')).toMatchObject([
      { kind: 'delete-share', user: { username: owner.username } },
      { kind: 'delete-comment', user: { username: bob.username } },
    ])
  })
})

describe('reports of shares and comments', () => {
  test('R387: an administrator dismisses one; its subject stays, and a new report is listed', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks, { title: 'Fine', description: 'Very' })
    const said = (await comment(bob, share, 'Finer')).body
    const subjects = [pageOf(share), `/api/comments/${said.id}`]
    const listed = async () =>
      (await admin.get('/api/admin/reports')).filter((each: any) => each.place.link === `/shared/${share.shareUrl}`)
    for (let round = 0; round < 2; round++) {
      for (const path of subjects) expect((await eve.call('POST', `${path}/report`, {})).status).toBe(200)
      const reports = await listed()
      expect(reports.map(({ kind }: any) => kind).sort()).toEqual(['comment', 'share'])
      for (const { id } of reports) expect((await admin.delete(`/api/admin/reports/${id}`)).status).toBe(204)
      expect(await listed()).toEqual([])
    }
    expect(await eve.get(`${pageOf(share)}/comments`)).toMatchObject([{ content: 'Finer' }])
  })
})

describe('notifications of shares (R90)', () => {
  test('a like and a comment of others notify the owner, one entry per share while unread; never of the owner’s own, nor when muted', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks, { title: 'Bold' })
    for (const player of [owner, bob, eve]) {
      await interact(player, share, 'like')
      await comment(player, share, 'Hello')
    }
    await interact(bob, share, 'unlike')
    await interact(bob, share, 'like')
    const inbox = async () => {
      await delivered()
      const all: any[] = await owner.get('/api/notifications')
      return all
        .filter(({ kind }) => kind === 'share')
        .map(({ title, text, count, link }) => ({ title, text, count, link }))
    }
    const link = `/shared/${share.shareUrl}`
    expect(await inbox()).toEqual([
      { title: 'New likes', text: `${bob.username} and 1 other liked “Bold”.`, count: 2, link },
      { title: 'New comments', text: `${eve.username} and 1 other commented on “Bold”.`, count: 2, link },
    ])
    await owner.call('POST', '/api/notifications/read', {})
    await owner.call('PUT', '/api/notifications/settings', { muted: ['share'] })
    await comment(bob, share, 'Again')
    await owner.call('DELETE', pageOf(share))
    expect(await inbox()).toEqual([
      {
        title: 'New likes',
        text: `${bob.username} and 1 other liked a share you have deleted.`,
        count: 2,
        link: null,
      },
      {
        title: 'New comments',
        text: `${eve.username} and 1 other commented on a share you have deleted.`,
        count: 2,
        link: null,
      },
    ])
  })

  /** Waits until the notifications of everything in the log are delivered. */
  async function delivered(): Promise<void> {
    const engine = app.container.get(TYPES.Engine)
    const head = await app.container.get(TYPES.RawLog).head()
    engine.nudge()
    expect(await engine.waitForReactor(NOTIFICATION_REACTOR, head, 60_000)).toBe(true)
  }
})

describe('live', () => {
  /** A socket with the topics it was notified of. */
  async function listening(player: Player): Promise<{ socket: Socket; topics: string[] }> {
    const extraHeaders = { cookie: player.cookie }
    const socket = io(app.url, { transports: ['websocket'], extraHeaders, reconnection: false, forceNew: true })
    sockets.push(socket)
    const topics: string[] = []
    socket.on('change', ({ topic }: { topic: string }) => topics.push(topic))
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return { socket, topics }
  }

  test('a like and a comment on a public share reach every page within a second', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const share = await sharedBy(owner, picks)
    const { topics } = await listening(eve)
    for (const act of [() => interact(bob, share, 'like'), () => comment(bob, share, 'Now')]) {
      topics.length = 0
      expect((await act()).status).toBeLessThan(300)
      await expect.poll(() => topics, { timeout: promised(1_000) }).toContain('shares')
    }
  })

  test('a private one notifies its owner and those who have opened it, nobody else, and under no other name (T46)', async () => {
    const { owner, bob, eve, mia, picks } = await sharer(1, 'bob', 'eve', 'mia')
    const share = await sharedBy(owner, picks, { isPublic: false })
    const [mine, watching, other, guessing] = await Promise.all([owner, bob, eve, mia].map(listening))
    watching!.socket.emit('watch', { shareUrl: share.shareUrl })
    guessing!.socket.emit('watch', { shareUrl: 'A'.repeat(22) })
    await expect
      .poll(async () => {
        await interact(bob, share, 'like')
        await interact(bob, share, 'unlike')
        return watching!.topics
      })
      .toContain('shares')
    expect(mine!.topics).toContain('shares')
    expect([...other!.topics, ...guessing!.topics]).not.toContain('shares')
    watching!.socket.emit('unwatch', { shareUrl: share.shareUrl })
    await expect
      .poll(async () => {
        watching!.topics.length = 0
        await comment(eve, share, 'Still there?')
        return watching!.topics
      })
      .not.toContain('shares')
  })
})

describe('after all of this', () => {
  test('a rebuild gives the same rows and counts', async () => {
    await flush()
    await app.settled()
    const views = 'shares share_picks share_likes share_passes share_comments share_days share_reports'.split(' ')
    const before = await Promise.all(views.map(rowsOf))
    expect(before[0]!.length).toBeGreaterThan(5)
    const engine = app.container.get(TYPES.Engine)
    for (const group of ['sharing', 'following']) await engine.rebuild(group)
    expect(await Promise.all(views.map(rowsOf))).toEqual(before)
  })

  test('a deleted player leaves nothing in a response, a count or a row, and their texts are unreadable in the log', async () => {
    const { owner, bob, eve, picks } = await sharer(1, 'bob', 'eve')
    const [share, theirs] = [
      await sharedBy(owner, picks),
      await sharedBy(bob, await predicted(app, bob, 1), { title: 'Vanishing' }),
    ]
    await interact(bob, share, 'like')
    await interact(bob, share, 'share')
    await comment(bob, share, 'Unforgettable')
    await comment(eve, theirs, 'On it')
    await bob.call('PUT', `/api/users/${owner.id}/follow`)
    await eve.call('PUT', `/api/users/${bob.id}/follow`)
    const before = await eve.get('/api/community-stats')
    await app.container.get(ACCOUNTS.Accounts).deleteUser(bob.id, systemContext(now()))
    await app.settled()
    expect(await eve.get(pageOf(share))).toMatchObject({ likes: 0, shares: 0, commentCount: 0 })
    expect(await eve.get(`${pageOf(share)}/comments`)).toEqual([])
    expect((await eve.call('GET', pageOf(theirs))).status).toBe(404)
    expect(idsOf(await eve.get('/api/social-feed?limit=50'))).not.toContain(theirs.id)
    const after = await eve.get('/api/community-stats')
    expect([after.activeUsers, after.totalSharedPredictions, after.totalLikes, after.totalComments]).toEqual([
      // Bob, and Eve, whose only comment was on a share of his.
      before.activeUsers - 2,
      before.totalSharedPredictions - 1,
      before.totalLikes - 1,
      before.totalComments - 2,
    ])
    const { body } = await eve.call('PUT', `/api/users/${owner.id}/follow`)
    expect(body.followers).toBe(1)
    const { events } = await readToEnd(app.container.get(TYPES.Log), null, {
      types: ['PredictionsShared', 'ShareCommented'],
    })
    expect(JSON.stringify(events)).not.toMatch(/Unforgettable|Vanishing/)
  })
})
