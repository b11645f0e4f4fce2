import { type Attack, counted } from './attack.ts'
import { createSend } from './http.ts'

const IN_FIVE_SECONDS = 5

export const chat: Attack = {
  name: 'chat on two nodes',
  does: `${IN_FIVE_SECONDS} messages to each of two nodes at once, by one player`,
  run: (game) =>
    game.besides(async (port) => {
      const player = await game.newPlayer('chatterer')
      const league = await player.send('POST', '/api/leagues', { name: 'Chatter' })
      const path = `/api/leagues/${league.body.id}/messages`
      const other = createSend(port)
      const { cookie, address } = player
      const headers = { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' }
      const body = JSON.stringify({ content: 'on the other node' })
      const statuses: number[] = []
      for (let n = 0; n < IN_FIVE_SECONDS; n++) {
        const [here, there] = await Promise.all([
          player.send('POST', path, { content: 'on this node' }),
          other({ method: 'POST', path, headers, body }),
        ])
        statuses.push(here.status, there.status)
      }
      other.close()
      return [
        {
          holds: `${IN_FIVE_SECONDS} messages in 5 seconds of one player, on all nodes together`,
          seen: counted(statuses),
          ok: statuses.filter((status) => status === 201).length <= IN_FIVE_SECONDS,
        },
      ]
    }),
}
