import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import type { Game, Player } from './game.ts'
import { each } from './http.ts'
import { isConnected, openWebSocket, untilReceived, type WebSocketClient } from './websocket.ts'

const MEMBERS = 20
const ROUNDS = 5
/** Time limit for a logout to end its sockets on every node. */
const ENDED_WITHIN_MS = 1_500
const SECRET = 'what only members may hear'

/** Joins with a session while that session ends: `40` is sent a few milliseconds before or after the logout. */
async function joinWhileLeaving(game: Game, member: Player, index: number): Promise<WebSocketClient> {
  const visit = await game.signIn(member)
  const socket = await openWebSocket({ port: game.port, cookie: visit.cookie, address: visit.address })
  await untilReceived(socket, /^0/)
  const offset = (index % 13) - 6
  const logout = async (): Promise<void> => {
    if (offset < 0) await sleep(-offset)
    await visit.send('POST', '/api/auth/logout')
  }
  const connect = async (): Promise<void> => {
    if (offset > 0) await sleep(offset)
    socket.send('40')
  }
  await Promise.all([logout(), connect()])
  return socket
}

export const socketLogout: Attack = {
  name: 'socket and logout',
  does: `${MEMBERS * ROUNDS} sockets join while the session they come with ends`,
  async run(game) {
    const [founder, ...members] = await game.players(MEMBERS + 1)
    const league = await founder!.send('POST', '/api/leagues', { name: 'Members only' })
    await each(members, 4, (member) =>
      member.send('POST', '/api/leagues/join-code', { joinCode: league.body.joinCode }),
    )
    let open = 0
    let listening = 0
    for (let round = 0; round < ROUNDS; round++) {
      const sockets = await each(members, 10, (member, index) =>
        joinWhileLeaving(game, member, round * MEMBERS + index),
      )
      await sleep(ENDED_WITHIN_MS)
      open += sockets.filter(isConnected).length
      await founder!.send('POST', `/api/leagues/${league.body.id}/messages`, { content: SECRET })
      await sleep(300)
      listening += sockets.filter(({ received }) => received.some((text) => text.includes(SECRET))).length
      for (const socket of sockets) socket.close()
    }
    return [
      {
        holds: 'no socket outlives its logout, none hears the chat of the league after it',
        seen: `${open} of ${MEMBERS * ROUNDS} connected, ${listening} heard it`,
        ok: open === 0 && listening === 0,
      },
    ]
  },
}
