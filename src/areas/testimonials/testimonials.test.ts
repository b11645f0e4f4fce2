import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OWN_TESTIMONIALS } from './contract.ts'
import { createTestimonials, testimonialsOf } from './testimonials.ts'

const AT = '2026-11-21T09:00:00.000Z'
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
const GIVEN = [{ text: 'We play.', name: 'A league', videoUrl: 'https://films.example/1' }]

let server: http.Server | undefined
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())))

/** A source that answers each call with the next of these, the last one again. */
async function source(...answers: readonly { status?: number; body: string }[]) {
  let asked = 0
  server = http.createServer((_, response) => {
    const { status = 200, body } = answers[Math.min(asked, answers.length - 1)]!
    asked += 1
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  const warnings: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const testimonials = createTestimonials({ url, logger: { warn: (_, message) => warnings.push(message) } })
  return { testimonials, warnings, asked: () => asked }
}

test('without a source the game speaks for itself, six times and under no person’s name', async () => {
  const own = await createTestimonials({ url: null, logger: { warn: () => {} } }).latest(AT)
  expect(own).toEqual(OWN_TESTIMONIALS)
  expect(own).toHaveLength(6)
  for (const { name } of own) expect(name).toMatch(/^For /)
})

test('a source is asked once an hour, however many ask at once', async () => {
  const { testimonials, asked } = await source({ body: JSON.stringify(GIVEN) })
  expect(await Promise.all(Array.from({ length: 20 }, () => testimonials.latest(AT)))).toEqual(Array(20).fill(GIVEN))
  await testimonials.latest(later(59))
  expect(asked()).toBe(1)
  await testimonials.latest(later(61))
  await expect.poll(asked).toBe(2)
})

test('a source that is away leaves the game’s own words, one that goes away what it said last', async () => {
  const away = await source({ status: 500, body: '' })
  expect(await away.testimonials.latest(AT)).toEqual(OWN_TESTIMONIALS)
  await away.testimonials.latest(later(1))
  expect(away.asked()).toBe(1)
  expect(away.warnings[0]).toContain('answered 500')
  await new Promise((done) => server!.close(done))

  const gone = await source({ body: JSON.stringify(GIVEN) }, { status: 500, body: '' })
  await gone.testimonials.latest(AT)
  await gone.testimonials.latest(later(61))
  await expect.poll(() => gone.warnings.length).toBe(1)
  expect(await gone.testimonials.latest(later(62))).toEqual(GIVEN)
})

test('T51: at most six, text on one line, links of https alone', () => {
  const hostile = { text: ' One\n\u202Etwo ', name: 'N'.repeat(500), videoUrl: 'javascript:alert(1)' }
  expect(testimonialsOf(JSON.stringify(Array(9).fill(hostile)))).toEqual(
    Array(6).fill({ text: 'One two', name: 'N'.repeat(80), videoUrl: null }),
  )
})

test.each(['[]', '{}', '[{"text":"","name":"x"}]', 'no JSON'])('%s is no list of testimonials', (body) => {
  expect(() => testimonialsOf(body)).toThrow()
})
