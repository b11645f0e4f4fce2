import { brotliCompressSync } from 'node:zlib'
import { type Attack, counted, milliseconds } from './attack.ts'
import { createSend, each, range } from './http.ts'
import { startProbe } from './probe.ts'

const REQUESTS = 1_000
const INFLATED = 16_000_000
/** Limit for the growth of the node's memory meanwhile; inflating 1,000 such bodies would take 16,000 MB. */
const MOST_MB = 100
const OTHERS_WAIT_MS = 2_000
const SAMPLE_MS = 20

/** Routes with and without a session, one with a form, and one that does not exist. */
const PATHS = ['/api/login', '/api/predictions', '/api/user/avatar', '/api/nothing', '/nothing']

export const encodedBodies: Attack = {
  name: 'encoded bodies',
  does: `${REQUESTS.toLocaleString('en')} Brotli bombs at once, of a few bytes each`,
  async run(game) {
    const [player] = await game.players(1)
    const bomb = brotliCompressSync(Buffer.alloc(INFLATED, ' '))
    const send = createSend(game.port, REQUESTS)
    const before = game.memoryMb().now
    let most = before
    const sampling = setInterval(() => {
      most = Math.max(most, game.memoryMb().now)
    }, SAMPLE_MS)
    const probe = startProbe(game.port)
    const answers = await each(range(REQUESTS), REQUESTS, (n) => {
      const path = PATHS[n % PATHS.length]!
      const type = path.endsWith('avatar') ? 'multipart/form-data; boundary=b' : 'application/json'
      return send({
        method: 'POST',
        path,
        headers: {
          'x-forwarded-for': player!.address,
          'content-type': type,
          'content-encoding': 'br',
          ...(n % 2 ? { cookie: player!.cookie } : {}),
        },
        body: bomb,
      })
    })
    const { slowestMs } = await probe.stop()
    clearInterval(sampling)
    send.close()
    const grown = Math.round(Math.max(most, game.memoryMb().now) - before)
    return [
      {
        holds: `${REQUESTS.toLocaleString('en')} bodies of ${bomb.length} bytes of Brotli: all 415`,
        seen: counted(answers.map(({ status }) => status)),
        ok: answers.every(({ status }) => status === 415),
      },
      {
        holds: `the node gains at most ${MOST_MB} MB, and others are answered within ${OTHERS_WAIT_MS} ms`,
        seen: `${grown} MB; the slowest took ${milliseconds(slowestMs)}`,
        ok: !(grown > MOST_MB) && slowestMs <= OTHERS_WAIT_MS,
      },
    ]
  },
}
