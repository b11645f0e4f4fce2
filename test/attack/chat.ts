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
      // All at the same moment: a slow machine would take longer than the five seconds one after another.
      const answers = await Promise.all(
        Array.from({ length: IN_FIVE_SECONDS }, () => [
          player.send('POST', path, { content: 'on this node' }),
          other({ method: 'POST', path, headers, body }),
        ]).flat(),
      )
      const statuses = answers.map(({ status }) => status)
      const sent = statuses.filter((status) => status === 201).length
      other.close()
      return [
        {
          holds: `${IN_FIVE_SECONDS} messages in 5 seconds of one player, on all nodes together`,
          seen: counted(statuses),
          ok: sent > 0 && sent <= IN_FIVE_SECONDS,
        },
      ]
    }),
}
