import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Check, counted, milliseconds } from './attack.ts'
import { type Game, METRICS_TOKEN } from './game.ts'
import { each, range } from './http.ts'
import { startProbe } from './probe.ts'

const AT_ONCE = 100
const ANSWERED_WITHIN_MS = 500
const PAGES = 7_000
const MUST_PASS = 3_000

const scraper = { authorization: `Bearer ${METRICS_TOKEN}` }

async function whileMany(game: Game, path: string): Promise<Check> {
  const probe = startProbe(game.port)
  await sleep(300)
  for (let round = 0; round < 3; round++)
    await each(range(AT_ONCE), AT_ONCE, () => game.send({ path, headers: scraper }))
  const { slowestMs } = await probe.stop()
  return {
    holds: `${path} ${AT_ONCE} times at once, thrice: others are answered within ${ANSWERED_WITHIN_MS} ms`,
    seen: `the slowest took ${milliseconds(slowestMs)}`,
    ok: slowestMs <= ANSWERED_WITHIN_MS,
  }
}

export const metrics: Attack = {
  name: 'metrics and pages',
  does: `/metrics as a stranger; /metrics and /readyz ${AT_ONCE} times at once; a page ${PAGES.toLocaleString('en')} times`,
  async run(game) {
    const stranger = { 'x-forwarded-for': game.newAddress() }
    const open = await game.send({ path: '/metrics', headers: stranger })
    const wrong = await game.send({ path: '/metrics', headers: { ...stranger, authorization: 'Bearer guessed' } })
    const known = await game.send({ path: '/metrics', headers: { ...stranger, ...scraper } })
    const some = await each(range(10), 10, () => game.send({ path: '/metrics', headers: scraper }))
    const made = new Set(some.map(({ text }) => text)).size
    const address = game.newAddress()
    const pages = await each(range(PAGES), 40, () =>
      game.send({ path: '/', method: 'HEAD', headers: { 'x-forwarded-for': address } }),
    )
    const passed = pages.filter(({ status }) => status === 200).length
    return [
      {
        holds: '/metrics is refused to strangers, also with a wrong token',
        seen: `${open.status}, ${wrong.status}`,
        ok: [open, wrong].every(({ status }) => [401, 403, 404].includes(status)),
      },
      {
        holds: '/metrics answers whoever shows the METRICS_TOKEN',
        seen: String(known.status),
        ok: known.status === 200,
      },
      {
        holds: '/metrics is made at most once a second',
        seen: `made ${made} times for ${some.length} at once`,
        // The requests may fall on both sides of a second's end.
        ok: made <= 2,
      },
      await whileMany(game, '/metrics'),
      await whileMany(game, '/readyz'),
      {
        holds: `pages are limited like reads: ${MUST_PASS.toLocaleString('en')} in five minutes pass, not all`,
        seen: counted(pages.map(({ status }) => status)),
        ok: passed >= MUST_PASS && passed < PAGES,
      },
    ]
  },
}
