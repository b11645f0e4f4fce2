import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'

/** A connection whose client asks for another protocol than HTTP. */
export interface Upgrade {
  readonly socket: Socket
  /** What it has sent beyond its request. */
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/**
 * Gives requests for another protocol to the app like all others, so that headers, limits and refusals are the same. A route that
 * knows the protocol takes the connection over; elsewhere the wish is ignored, as HTTP allows, and the connection ends with the answer.
 */
export function serveUpgrades(server: Server, app: Express): void {
  server.on('upgrade', (req, duplex, head) => {
    const socket = duplex as Socket
    // A client that goes away goes away.
    socket.on('error', () => undefined)
    upgrades.set(req, { socket, head })
    const res = new ServerResponse(req)
    res.shouldKeepAlive = false
    res.assignSocket(socket)
    res.once('finish', () => socket.destroySoon())
    app(req, res)
  })
}

/** Whether a request asks for another protocol. */
export const isUpgrade = (req: IncomingMessage): boolean => upgrades.has(req)

/** Takes the connection of such a request from HTTP: its response is then nobody's any more. Null where it has gone already. */
export function takeOver(req: IncomingMessage, res: ServerResponse): Upgrade | null {
  const upgrade = upgrades.get(req)
  if (!upgrade || upgrade.socket.destroyed || res.headersSent) return null
  res.detachSocket(upgrade.socket)
  return upgrade
}
