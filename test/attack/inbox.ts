import { until } from '../support/projections.ts'
import type { Attack } from './attack.ts'

const TIMES = 40
/** A join and a departure: two kinds of notification, an entry each. */
const ENTRIES = 2

export const inbox: Attack = {
  name: 'inbox flood',
  does: `one player joins and leaves a league ${TIMES} times, or as often as it is allowed`,
  async run(game) {
    const admin = await game.newPlayer('flooded')
    const player = await game.newPlayer('flooder')
    const league = await admin.send('POST', '/api/leagues', { name: 'Flooded', type: 'public' })
    let joins = 0
    for (let n = 0; n < TIMES; n++) {
      const { status } = await player.send('POST', `/api/leagues/${league.body.id}/join`, {})
      if (status === 200) joins++
      await player.send('DELETE', `/api/leagues/${league.body.id}/members/${player.id}`)
    }
    const entries = async (): Promise<number> => {
      const { body } = await admin.send('GET', '/api/notifications?limit=100')
      // Excludes the badge that a founder earns, which may arrive late.
      return body.filter(({ kind }: { kind: string }) => kind === 'league').length
    }
    await until('the inbox was told', async () => (await entries()) > 0, 10_000)
    // Notifications follow the order of events: once the count is stable, the last one has arrived.
    for (let last = -1, now = await entries(); now !== last; last = now, now = await entries())
      await new Promise((resolve) => setTimeout(resolve, 500))
    const seen = await entries()
    return [
      {
        holds: 'the same news of the same player are one unread entry with a count',
        seen: `${seen} entries of ${joins} joins and leaves`,
        ok: seen <= ENTRIES,
      },
    ]
  },
}
