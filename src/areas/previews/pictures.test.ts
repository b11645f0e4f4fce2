import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ChildFault, createChildPool } from '../../kernel/child-pool.ts'
import type { HttpProblem } from '../../slice/problem.ts'
import { cardOf } from '../sharing/card.ts'
import type { DuelCard, FinalTableCard, PicksCard, Picture } from './card.ts'
import { cardInWords, keyOf } from './card.ts'
import { drawable } from './draw.ts'
import { COLOURS } from './nodes.ts'
import { createPictures } from './pictures.ts'
import { HEIGHT, WIDTH } from './size.ts'

const club = (name: string, field: string) => ({
  name,
  code: name.slice(0, 3).toUpperCase(),
  letters: name.slice(0, 2).toUpperCase(),
  colours: { field, band: '#ffffff', letters: '#ffffff' },
})
const pick = { home: club('Everton', '#003399'), away: club('Fulham', '#c8102e'), call: '2–1' }
const card = (over: Partial<PicksCard> = {}): PicksCard => ({
  kind: 'picks',
  title: 'My five for Saturday',
  role: 'Shared by',
  by: 'saoirse-b',
  username: null,
  figure: null,
  picks: Array(5).fill({ ...pick, points: null, verdict: null }),
  more: 0,
  ...over,
})

// On a busy machine, drawing may exceed the production timeout.
const pool = createChildPool<Picture, Uint8Array>(new URL('./draw.ts', import.meta.url), 'drawCard', {
  taskMs: 120_000,
})
const shared = createPictures(pool)
afterAll(() => pool.close())
const drawn = (of: Picture) => shared(of, '192.0.2.1')

/** Returns the number of pixels with a colour, within the tolerance of a reduced palette. */
async function pixelsOf(png: Buffer, colour: string): Promise<number> {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs(value - data[at + channel]!) <= 6)) count += 1
  return count
}

test('a picture is a PNG of 1200 by 630 with the colours of the game and the clubs', async () => {
  const png = await drawn(card())
  const { format, width, height } = await sharp(png).metadata()
  expect([format, width, height]).toEqual(['png', WIDTH, HEIGHT])
  expect(png.length).toBeLessThan(200_000)
  expect(await pixelsOf(png, COLOURS.header)).toBeGreaterThan(250_000)
  for (const colour of [COLOURS.accent, pick.home.colours.field, pick.away.colours.field])
    expect(await pixelsOf(png, colour), colour).toBeGreaterThan(1_000)
})

test('R302: the picture of a duel has both names and totals, the first in lime', async () => {
  const side = (name: string, points: number) => ({ name, username: null, points })
  const duel = (over: Partial<DuelCard> = {}): DuelCard => ({
    kind: 'duel',
    gameweek: 12,
    sides: [side('maya_k', 475), side('nia.okafor', 510)],
    figures: [{ value: '5', word: 'gameweeks won by maya_k' }],
    ...over,
  })
  expect(cardInWords(duel())).toBe('maya_k 475, nia.okafor 510, after gameweek 12')
  const png = await drawn(duel())
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: WIDTH, height: HEIGHT })
  expect(await pixelsOf(png, COLOURS.accent)).toBeGreaterThan(3_000)
  const long = { ...side('W'.repeat(101), 1_455), username: 'w'.repeat(30) }
  expect((await drawn(duel({ gameweek: null, sides: [long, side('日本語', 0)] }))).length).toBeGreaterThan(10_000)
})

test('R416: the picture of a final table has the crests of its clubs, and exact places in lime', async () => {
  const clubs = Array.from({ length: 20 }, (_, nth) => ({
    ...{
      club: club(`Club ${nth}`, nth === 0 ? '#c8102e' : '#003399'),
      place: `now ${nth + 1}`,
      points: nth < 4 ? 10 : 0,
    },
  }))
  const table: FinalTableCard = {
    ...{ kind: 'final-table', title: 'Final table 2026–27', name: 'maya_k', points: 40, word: 'points so far', clubs },
  }
  expect(cardInWords(table)).toMatch(/^maya_k, Final table 2026–27, 40 points so far, Club 0, Club 1, /)
  const png = await drawn(table)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: WIDTH, height: HEIGHT })
  // Four filled cells of 46 × 60.
  expect(await pixelsOf(png, COLOURS.accent)).toBeGreaterThan(4 * 46 * 40)
  expect(await pixelsOf(png, '#c8102e')).toBeGreaterThan(300)
})

test.each([
  ['wide', WIDTH, HEIGHT],
  ['tall', 1080, 1920],
] as const)('R305: the %s picture of a wrap', async (shape, width, height) => {
  const png = await drawn({
    ...{ kind: 'wrap', shape, title: 'Season 2025–26', name: 'maya_k', about: '1,455 match points', percent: 99 },
    figures: [{ value: '9 in a row', word: 'longest streak' }],
  })
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height })
  expect(await pixelsOf(png, COLOURS.accent)).toBeGreaterThan(5_000)
})

test('a result changes the picture, and an exact score is filled', async () => {
  const exact = card({ figure: { value: 15, word: 'points' }, picks: [{ ...pick, points: 15, verdict: 'exact' }] })
  const before = card({ picks: [{ ...pick, points: null, verdict: null }] })
  expect(keyOf(exact)).not.toBe(keyOf(before))
  const gained =
    (await pixelsOf(await drawn(exact), COLOURS.accent)) - (await pixelsOf(await drawn(before), COLOURS.accent))
  expect(gained).toBeGreaterThan(8_000)
})

test.each([
  ['a title of 100 letters without a space', { title: 'W'.repeat(100) }],
  ['emoji and letters of other alphabets', { title: '⚽🔥👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 日本語 العربية', by: 'Łódź Nguyễn' }],
  [
    'names of full length (T91)',
    { by: 'W'.repeat(101), username: 'W'.repeat(30), figure: { value: 1205, word: 'points' }, more: 28 },
  ],
  ['nothing that can be drawn', { title: '日本語', by: '\u202E' }],
  ['markup', { title: '<svg onload=alert(1)>&amp;"\'', by: '</svg>' }],
  [
    'ten picks and more',
    {
      picks: Array(10).fill({ ...pick, points: 0, verdict: 'wrong' }),
      more: 28,
      figure: { value: 1205, word: 'points' },
    },
  ],
])('%s fits: nothing is drawn at the edges', async (_, over: Partial<PicksCard>) => {
  const png = await drawn(card(over))
  const edges = await sharp(png)
    .extract({ left: WIDTH - 40, top: 0, width: 40, height: HEIGHT })
    .png()
    .toBuffer()
  expect(await pixelsOf(edges, COLOURS.onHeader)).toBe(0)
  expect(await pixelsOf(edges, COLOURS.headerMuted)).toBe(0)
  expect(await pixelsOf(edges, COLOURS.accent)).toBe(0)
})

test('characters without a glyph are removed, and combined emoji are reduced to the first', () => {
  expect(drawable('👩‍👩‍👧 to 👍🏽, 🇬🇧 ❤️')).toBe('👩 to 👍, GB ❤')
  expect(drawable('Ünïçødé 3–1 “ok”… €5')).toBe('Ünïçødé 3–1 “ok”… €5')
  expect(drawable('日本 \u202Ex\u0000y')).toBe('x y')
})

test('colours equal those of the UI theme', () => {
  const tokens = readFileSync('ui/src/theme/tokens.css', 'utf8')
  const named = {
    header2: 'header-2',
    onHeader: 'on-header',
    headerMuted: 'header-muted',
    headerLine: 'header-line',
    onAccent: 'on-accent',
  }
  for (const [name, colour] of Object.entries(COLOURS))
    expect(tokens, name).toContain(`--${named[name as keyof typeof named] ?? name}: ${colour};`)
})

test('a picture is drawn once for concurrent requests, and cached', async () => {
  const same = await Promise.all(Array.from({ length: 30 }, () => drawn(card({ title: 'Requested often' }))))
  expect(new Set(same).size).toBe(1)
  expect(await drawn(card({ title: 'Requested often' }))).toBe(same[0])
})

test('T92: at most eight drawings wait, two per address; further requests return 503 at once', async () => {
  const drawing = Promise.withResolvers<Uint8Array>()
  const pictures = createPictures({ run: () => drawing.promise })
  const flood = (from: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      pictures(card({ title: `${from} ${n}` }), from).then(String, (refusal: HttpProblem) => refusal.status),
    )
  const first = flood('a', 22)
  const others = ['b', 'c', 'd', 'e'].flatMap((client) => flood(client, 3))
  expect(await Promise.all([...first.slice(2), others[2]!, others.at(-1)!])).toEqual(Array(22).fill(503))
  drawing.resolve(new TextEncoder().encode('drawn'))
  expect(await Promise.all(first)).toEqual(['drawn', 'drawn', ...Array(20).fill(503)])
  expect(await Promise.all(others)).toEqual([...Array(3).fill(['drawn', 'drawn', 503]).flat(), 503, 503, 503])
})

test('a failed drawing is repeated for the next reader', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(new TextEncoder().encode('drawn'))]
  const pictures = createPictures({ run: () => answers.shift()! })
  await expect(pictures(card(), '192.0.2.1')).rejects.toThrow('away')
  expect(String(await pictures(card(), '192.0.2.1'))).toBe('drawn')
})

test('a drawing that exceeds its timeout returns 503 with Retry-After', async () => {
  const slow = { run: () => Promise.reject(new ChildFault('timeout', new URL('file:///draw.ts'))) }
  const problem = createPictures(slow)(card(), '192.0.2.1')
  await expect(problem).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
})

test('a card contains the values of its share', () => {
  const team = { id: 1, name: 'Everton', shortName: 'Everton', code: 'EVE', logoUrl: null, colours: pick.home.colours }
  const share = (count: number, over: object = {}) =>
    ({
      title: 'T',
      user: { displayName: 'Saoirse B', username: 'saoirse-b' },
      points: 5,
      predictionCount: count,
      predictionIds: Array.from({ length: Math.min(count, 12) }, () => ({
        homeScore: null,
        awayScore: null,
        result: 'draw',
        pointsEarned: 5,
        verdict: 'correct',
        fixture: { homeTeam: team, awayTeam: team },
        ...over,
      })),
    }) as unknown as Parameters<typeof cardOf>[0]
  expect(cardOf(share(1)).picks).toEqual([
    { home: { ...pick.home }, away: { ...pick.home }, call: 'Draw', points: 5, verdict: 'correct' },
  ])
  expect(cardOf(share(1, { homeScore: 0, awayScore: 0 })).picks[0]?.call).toBe('0–0')
  const many = cardOf(share(38))
  expect([many.picks.length, many.more]).toEqual([10, 28])
  expect(cardInWords(many)).toBe('T, by Saoirse B @saoirse-b, 38 picks, 5 points')
  expect(cardOf({ ...share(1), user: null })).toMatchObject({ by: 'Anonymous', username: null })
  const named = { ...share(1), user: { ...share(1).user!, displayName: 'saoirse-b' } }
  expect(cardOf(named)).toMatchObject({ by: 'saoirse-b', username: null })
})
