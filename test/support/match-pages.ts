import { parentPort, workerData } from 'node:worker_threads'
import { io } from 'socket.io-client'
import type { Match } from '../../src/areas/matches/contract.ts'
import type { LiveChange } from '../../src/contracts/live.ts'

/** A page of a match, open in a browser at an address of its own. */
export interface OpenPage {
  readonly url: string
  readonly cookie: string
  readonly address: string
}

/** Reads caused by a change on many pages are spread over this time, in ms (ui/src/api/live.ts). */
const SPREAD = 400

/** Pages that open at the same time. */
const OPENING = 20

/**
 * Worker: open match pages, which read the match when they open and after each change, as the browser does. Sends `open`, then, for each score that it
 * receives, the time (ms) at which the last page has read it.
 */
const { pages, match } = workerData as { readonly pages: readonly OpenPage[]; readonly match: number }
let wanted = ''
let missing = new Set<OpenPage>()

async function readMatch(page: OpenPage): Promise<void> {
  const headers = { cookie: page.cookie, 'x-forwarded-for': page.address }
  const address = `${page.url}/api/fixtures/${match}`
  const [response] = await Promise.all([fetch(address, { headers }), fetch(`${address}/history`, { headers })])
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  const { fixture } = (await response.json()) as Match
  if (`${[fixture.homeScore, fixture.awayScore]}` !== wanted) return
  if (missing.delete(page) && missing.size === 0) parentPort!.postMessage(Date.now())
}

parentPort!.on('message', (score: readonly [number, number]) => {
  wanted = `${score}`
  missing = new Set(pages)
})

await Promise.all(
  pages.map(
    (page) =>
      new Promise<void>((resolve, reject) => {
        const extraHeaders = { cookie: page.cookie, 'X-Forwarded-For': page.address }
        const socket = io(page.url, { transports: ['websocket'], extraHeaders, reconnection: false, forceNew: true })
        let isWaiting = false
        socket.on('change', ({ topic, spread }: LiveChange) => {
          if (topic !== 'fixtures' || isWaiting) return
          isWaiting = true
          setTimeout(
            () => {
              isWaiting = false
              void readMatch(page)
            },
            spread ? Math.random() * SPREAD : 0,
          )
        })
        socket.once('connect', () => resolve())
        socket.once('connect_error', reject)
      }),
  ),
)
for (let from = 0; from < pages.length; from += OPENING)
  await Promise.all(pages.slice(from, from + OPENING).map(readMatch))
parentPort!.postMessage('open')
