import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Check, counted, milliseconds } from './attack.ts'
import type { Game, Player } from './game.ts'
import { each, range } from './http.ts'
import { startProbe } from './probe.ts'
import { isConnected, openSocket, openWebSocket, untilReceived, type WebSocketClient } from './websocket.ts'

const PACKETS = 100_000
/** Time limit for responses to others while sockets are flooded. */
const ANSWERED_WITHIN_MS = 500
/** The test stops waiting for a flood that is not cut by then. */
const BOUND_MS = 15_000

const SOCKETS_A_USER = 20
const SOCKETS_AN_ADDRESS = 200
/**
 * Users whose sockets are opened concurrently. More than fifty of an address would be refused while their sessions are
 * looked up.
 */
const USERS_AT_ONCE = 2
const FRAME_BYTES = 16_000

/**
 * Floods accepted sockets, on four connections, with one packet; reports the effect on the connections and on others.
 */
async function flood(
  game: Game,
  sockets: readonly WebSocketClient[],
  packet: string,
  count = PACKETS,
): Promise<{ cut: number; slowestMs: number }> {
  const probe = startProbe(game.port)
  await sleep(300)
  for (const socket of sockets) socket.sendMany(packet, count)
  await Promise.race([Promise.all(sockets.map(({ closed }) => closed)), sleep(BOUND_MS)])
  const cut = sockets.filter(({ isOpen }) => !isOpen).length
  for (const socket of sockets) socket.close()
  await sleep(300)
  const { slowestMs } = await probe.stop()
  await game.recover()
  return { cut, slowestMs }
}

const others = (slowestMs: number): Check => ({
  holds: `/healthz answers within ${ANSWERED_WITHIN_MS} ms meanwhile`,
  seen: `the slowest took ${milliseconds(slowestMs)}`,
  ok: slowestMs <= ANSWERED_WITHIN_MS,
})

/** Without a session: `40` is sent repeatedly, accepted or not. */
async function withoutSession(game: Game): Promise<Check[]> {
  const handshakes = await each(range(4), 4, () =>
    openWebSocket({ port: game.port, cookie: 'plp_session=x', address: game.newAddress() }),
  )
  const letIn = handshakes.filter(({ status }) => status === 101)
  const { slowestMs } = await flood(game, letIn, '40')
  const before = game.output().length
  const address = game.newAddress()
  const many = await each(range(300), 300, () => openWebSocket({ port: game.port, cookie: 'plp_session=x', address }))
  await sleep(500)
  const printed = game.output().slice(before)
  const lines = printed.split('\n').filter((line) => line !== '')
  for (const socket of [...handshakes, ...many]) socket.close()
  return [
    {
      holds: 'a handshake without a session is refused before the upgrade',
      seen: counted([...handshakes, ...many].map(({ status }) => status)),
      ok: letIn.length === 0 && many.every(({ status }) => status !== 101),
    },
    others(slowestMs),
    {
      holds: '300 refused handshakes are one line in the log, without a stack',
      seen: `${lines.length} lines${/\n?\s+at |"stack"/.test(printed) ? ' with stacks' : ''}`,
      ok: lines.length <= 1 && !/\n\s+at |"stack"/.test(printed),
    },
  ]
}

async function opened(game: Game, player: Player, count: number, address = player.address): Promise<WebSocketClient[]> {
  return each(range(count), count, () => openSocket({ port: game.port, cookie: player.cookie, address }))
}

/** With a session: one connection connects repeatedly, requests without end, and sends as much as it can. */
async function withSession(game: Game, player: Player): Promise<Check[]> {
  const again = await openWebSocket({ port: game.port, cookie: player.cookie, address: player.address })
  await untilReceived(again, /^0/)
  const connecting = await flood(game, [again], '40')
  const connects = again.received.filter((text) => text.startsWith('40')).length
  const asking = await flood(game, await opened(game, player, 1), '42["watch",{"competitionId":1}]')
  const bulk = `42["x","${'x'.repeat(FRAME_BYTES)}"]`
  const sending = await flood(game, await opened(game, player, 1), bulk, 1_000)
  const elsewhere = await opened(game, player, 1)
  elsewhere[0]!.send('40/other,')
  await Promise.race([elsewhere[0]!.closed, sleep(2_000)])
  const otherSpace = elsewhere[0]!.isOpen
  elsewhere[0]!.close()
  return [
    {
      holds: 'one CONNECT a connection: the second closes it',
      seen: `${PACKETS.toLocaleString('en')} sent, ${connects} answered, ${connecting.cut === 1 ? 'closed' : 'left open'}`,
      ok: connects <= 1 && connecting.cut === 1,
    },
    others(connecting.slowestMs),
    {
      holds: `a connection that sends ${PACKETS.toLocaleString('en')} packets is closed`,
      seen: asking.cut === 1 ? 'closed' : 'left open',
      ok: asking.cut === 1,
    },
    others(asking.slowestMs),
    {
      holds: 'a connection that sends 16 MB is closed',
      seen: sending.cut === 1 ? 'closed' : 'left open',
      ok: sending.cut === 1,
    },
    others(sending.slowestMs),
    {
      holds: 'a CONNECT to another namespace closes the connection',
      seen: otherSpace ? 'left open' : 'closed',
      ok: !otherSpace,
    },
  ]
}

/** Number of sockets that one user, and one address, can keep open at once. */
async function crowd(game: Game, players: readonly Player[]): Promise<Check[]> {
  const address = game.newAddress()
  const [first, ...rest] = players
  const ofOne = await opened(game, first!, SOCKETS_A_USER + 10, address)
  await sleep(500)
  const open = ofOne.filter(isConnected).length
  const ofOthers = (await each(rest, USERS_AT_ONCE, (player) => opened(game, player, SOCKETS_A_USER, address))).flat()
  await sleep(500)
  const all = [...ofOne, ...ofOthers]
  const atOnce = all.filter(isConnected).length
  for (const socket of all) socket.close()
  return [
    { holds: `${SOCKETS_A_USER} sockets a user`, seen: `${open} open of ${ofOne.length}`, ok: open === SOCKETS_A_USER },
    {
      holds: `${SOCKETS_AN_ADDRESS} sockets an address`,
      seen: `${atOnce} open of ${all.length}`,
      ok: atOnce === SOCKETS_AN_ADDRESS,
    },
  ]
}

export const socketFlood: Attack = {
  name: 'socket flood',
  does: '100,000 packets on one WebSocket, without and with a session; more sockets than a user or an address may have',
  async run(game) {
    const players = await game.players(11)
    return [...(await withoutSession(game)), ...(await withSession(game, players[0]!)), ...(await crowd(game, players))]
  },
}
