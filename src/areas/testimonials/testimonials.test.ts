import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { OWN_TESTIMONIALS } from './contract.ts'
import { createTestimonials, testimonialsOf } from './testimonials.ts'

const AT = '2026-11-21T09:00:00.000Z'
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
const SENT = [{ text: 'We play.', name: 'A league', videoUrl: 'https://films.example/1' }]

let server: http.Server | undefined
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())))

/** A source that returns these responses in order, and then repeats the last one. */
async function source(...answers: readonly { status?: number; body: string }[]) {
  let requests = 0
  server = http.createServer((_, response) => {
    const { status = 200, body } = answers[Math.min(requests, answers.length - 1)]!
    requests += 1
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  const warnings: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const testimonials = createTestimonials({ url, logger: { warn: (_, message) => warnings.push(message) } })
  return { testimonials, warnings, requests: () => requests }
}

test('without a source, the six built-in testimonials are returned, without names of people', async () => {
  const own = await createTestimonials({ url: null, logger: { warn: () => {} } }).latest(AT)
  expect(own).toEqual(OWN_TESTIMONIALS)
  expect(own).toHaveLength(6)
  for (const { name } of own) expect(name).toMatch(/^For /)
})

test('the source is queried once per hour, even with concurrent requests', async () => {
  const { testimonials, requests } = await source({ body: JSON.stringify(SENT) })
  expect(await Promise.all(Array.from({ length: 20 }, () => testimonials.latest(AT)))).toEqual(Array(20).fill(SENT))
  await testimonials.latest(later(59))
  expect(requests()).toBe(1)
  await testimonials.latest(later(61))
  await expect.poll(requests).toBe(2)
})

test('while the source fails, its last response is returned, else the built-in testimonials', async () => {
  const away = await source({ status: 500, body: '' })
  expect(await away.testimonials.latest(AT)).toEqual(OWN_TESTIMONIALS)
  await away.testimonials.latest(later(1))
  expect(away.requests()).toBe(1)
  expect(away.warnings[0]).toContain('answered 500')
  await new Promise((done) => server!.close(done))

  const gone = await source({ body: JSON.stringify(SENT) }, { status: 500, body: '' })
  await gone.testimonials.latest(AT)
  await gone.testimonials.latest(later(61))
  await expect.poll(() => gone.warnings.length).toBe(1)
  expect(await gone.testimonials.latest(later(62))).toEqual(SENT)
})

test('T51: at most six testimonials, with text on one line and https links only', () => {
  const hostile = { text: ' One\n\u202Etwo ', name: 'N'.repeat(500), videoUrl: 'javascript:alert(1)' }
  expect(testimonialsOf(JSON.stringify(Array(9).fill(hostile)))).toEqual(
    Array(6).fill({ text: 'One two', name: 'N'.repeat(80), videoUrl: null }),
  )
})

test.each(['[]', '{}', '[{"text":"","name":"x"}]', 'no JSON'])('%s is rejected as a list of testimonials', (body) => {
  expect(() => testimonialsOf(body)).toThrow()
})

test('R56: a request does not wait for a source that hangs until its own deadline', async () => {
  const held: http.ServerResponse[] = []
  server = http.createServer((_, response) => held.push(response))
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const testimonials = createTestimonials({ url, logger: { warn: () => {} }, waitMs: 1 })
  expect(await testimonials.latest(AT)).toEqual(OWN_TESTIMONIALS)
  await expect.poll(() => held).toHaveLength(1)
  held[0]!.end(JSON.stringify(SENT))
  await expect.poll(() => testimonials.latest(AT)).toEqual(SENT)
})
