import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Card } from './card.ts'
import { cardInWords, cardOf, keyOf } from './card.ts'
import { COLOURS, drawable } from './draw.ts'
import { createPictures, type Pictures } from './pictures.ts'
import { HEIGHT, WIDTH } from './size.ts'

const club = (name: string, field: string) => ({
  name,
  code: name.slice(0, 3).toUpperCase(),
  letters: name.slice(0, 2).toUpperCase(),
  colours: { field, band: '#ffffff', letters: '#ffffff' },
})
const pick = { home: club('Everton', '#003399'), away: club('Fulham', '#c8102e'), said: '2–1' }
const card = (over: Partial<Card> = {}): Card => ({
  title: 'My five for Saturday',
  by: 'saoirse-b',
  points: null,
  picks: Array(5).fill({ ...pick, points: null, verdict: null }),
  more: 0,
  ...over,
})

// One thread for all: a new one takes a second of the processor's time to begin, and a busy machine more than a drawing may take.
const shared = createPictures({ drawMs: 120_000 })
afterAll(() => shared.close())
const drawn = async (of: Card) => (await shared.of(of))!

/** What a test has made for itself. */
let pictures: Pictures | undefined
afterEach(() => pictures?.close())

/** How many of the picture's pixels have a colour, to within what drawing with few colours changes. */
async function pixelsOf(png: Buffer, colour: string): Promise<number> {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs(value - data[at + channel]!) <= 6)) count += 1
  return count
}

test('a picture is a PNG of 1200 by 630 in the game’s colours, with what was said and the clubs’ own colours', async () => {
  const png = await drawn(card())
  const { format, width, height } = await sharp(png).metadata()
  expect([format, width, height]).toEqual(['png', WIDTH, HEIGHT])
  expect(png.length).toBeLessThan(200_000)
  expect(await pixelsOf(png, COLOURS.header)).toBeGreaterThan(250_000)
  for (const colour of [COLOURS.accent, pick.home.colours.field, pick.away.colours.field])
    expect(await pixelsOf(png, colour), colour).toBeGreaterThan(1_000)
})

test('after a result the picture is another one, and an exact score fills its place', async () => {
  const exact = card({ points: 15, picks: [{ ...pick, points: 15, verdict: 'exact' }] })
  const before = card({ picks: [{ ...pick, points: null, verdict: null }] })
  expect(keyOf(exact)).not.toBe(keyOf(before))
  const gained =
    (await pixelsOf(await drawn(exact), COLOURS.accent)) - (await pixelsOf(await drawn(before), COLOURS.accent))
  expect(gained).toBeGreaterThan(8_000)
})

test.each([
  ['a title of 100 letters without a space', { title: 'W'.repeat(100) }],
  ['emoji and letters of other alphabets', { title: '⚽🔥👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 日本語 العربية', by: 'Łódź Nguyễn' }],
  ['nothing that can be drawn', { title: '日本語', by: '\u202E' }],
  ['markup', { title: '<svg onload=alert(1)>&amp;"\'', by: '</svg>' }],
  ['ten picks and more', { picks: Array(10).fill({ ...pick, points: 0, verdict: 'wrong' }), more: 28, points: 1205 }],
])('%s fits: nothing is drawn at the edges', async (_, over: Partial<Card>) => {
  const png = await drawn(card(over))
  const edges = await sharp(png)
    .extract({ left: WIDTH - 40, top: 0, width: 40, height: HEIGHT })
    .png()
    .toBuffer()
  expect(await pixelsOf(edges, COLOURS.onHeader)).toBe(0)
  expect(await pixelsOf(edges, COLOURS.accent)).toBe(0)
})

test('what fonts lack is left out, and a sign of several is its first', () => {
  expect(drawable('👩‍👩‍👧 to 👍🏽, 🇬🇧 ❤️')).toBe('👩 to 👍, GB ❤')
  expect(drawable('Ünïçødé 3–1 “ok”… €5')).toBe('Ünïçødé 3–1 “ok”… €5')
  expect(drawable('日本 \u202Ex\u0000y')).toBe('x y')
})

test('colours are those of the pages', () => {
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

test('a picture is drawn once, however many ask, and kept', async () => {
  const same = await Promise.all(Array.from({ length: 30 }, () => drawn(card({ title: 'Asked for often' }))))
  expect(new Set(same).size).toBe(1)
  expect(await drawn(card({ title: 'Asked for often' }))).toBe(same[0])
})

test('one is drawn at a time, twenty wait, and who comes then is told to come again', async () => {
  pictures = createPictures({ script: slow(100) })
  const flood = await Promise.all(Array.from({ length: 25 }, (_, n) => pictures!.of(card({ title: `${n}` }))))
  expect(flood.filter((picture) => picture === null)).toHaveLength(5)
  expect(flood.slice(0, 20).map(String)).toEqual(Array(20).fill('1'))
})

test('a drawing that hangs is given up, and the next card is drawn', async () => {
  pictures = createPictures({ script: slow(60_000), drawMs: 200 })
  await expect(pictures.of(card())).rejects.toThrow('not drawn within 200 ms')
  await expect(pictures.of(card({ title: 'Next' }))).rejects.toThrow('not drawn within 200 ms')
})

/** A thread that takes its time, and answers with how many it was drawing at once. */
const slow = (ms: number): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      let busy = 0
      parentPort.on('message', () => {
        busy += 1
        const answer = String(busy)
        setTimeout(() => { busy -= 1; parentPort.postMessage({ picture: new TextEncoder().encode(answer) }) }, ${ms})
      })
    `)}`,
  )

test('a card says what its share says', () => {
  const team = { id: 1, name: 'Everton', shortName: 'Everton', code: 'EVE', logoUrl: null, colours: pick.home.colours }
  const share = (count: number, over: object = {}) =>
    ({
      title: 'T',
      user: { displayName: 'Saoirse B' },
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
    { home: { ...pick.home }, away: { ...pick.home }, said: 'Draw', points: 5, verdict: 'correct' },
  ])
  expect(cardOf(share(1, { homeScore: 0, awayScore: 0 })).picks[0]?.said).toBe('0–0')
  const many = cardOf(share(38))
  expect([many.picks.length, many.more]).toEqual([10, 28])
  expect(cardInWords(many)).toBe('T, by Saoirse B, 38 picks, 5 points')
  expect(cardOf({ ...share(1), user: null }).by).toBe('Anonymous')
})
