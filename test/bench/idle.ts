import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { startGame } from './game.ts'
import { postgresCpu } from './http.ts'

/** `quiet`: seconds after the start until the node has nothing left to do. */
const sizes = { real: { quiet: 15, seconds: 60 }, small: { quiet: 0, seconds: 0.5 } }

/** Processor time of a node and its PostgreSQL server without requests, in per cent of a core. */
export const idle: Bench = {
  name: 'idle',
  what: 'a node and its PostgreSQL server without requests, against 1 % of a core',
  budget: { atMost: 1 },
  async run(size) {
    const { quiet, seconds } = sizes[size]
    const game = await startGame(100)
    try {
      const postgres = await postgresCpu(game.databaseUrl)
      await sleep(quiet * 1_000)
      const before = [await game.cpu(), postgres()] as const
      await sleep(seconds * 1_000)
      const percent = (ms: number) => ms / seconds / 10
      const [node, server] = [percent((await game.cpu()) - before[0]), percent(postgres() - before[1])]
      const note = `node ${node.toFixed(2)} %, PostgreSQL ${server.toFixed(2)} %`
      return { unit: '%', ours: node + (Number.isNaN(server) ? 0 : server), base: 1, note }
    } finally {
      await game.stop()
    }
  },
}
