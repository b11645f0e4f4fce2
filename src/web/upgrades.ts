import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'

/** A connection whose client requests another protocol than HTTP. */
export interface Upgrade {
  readonly socket: Socket
  /** Bytes received after the request. */
  readonly head: Buffer
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/**
 * Passes upgrade requests to the app like all others, so that headers, limits and refusals are the same. A route for the protocol takes
 * over the connection. Other routes ignore the upgrade, as HTTP allows, and the connection is closed after the response.
 */
export function serveUpgrades(server: Server, app: Express): void {
  server.on('upgrade', (req, duplex, head) => {
    const socket = duplex as Socket
    // Lost connections need no handling.
    socket.on('error', () => undefined)
    upgrades.set(req, { socket, head })
    const res = new ServerResponse(req)
    res.shouldKeepAlive = false
    res.assignSocket(socket)
    res.once('finish', () => socket.destroySoon())
    app(req, res)
  })
}

/** Whether a request is an upgrade request. */
export const isUpgrade = (req: IncomingMessage): boolean => upgrades.has(req)

/** Detaches the connection of an upgrade request from its HTTP response. Null if the connection is lost or the response has started. */
export function takeOver(req: IncomingMessage, res: ServerResponse): Upgrade | null {
  const upgrade = upgrades.get(req)
  if (!upgrade || upgrade.socket.destroyed || res.headersSent) return null
  res.detachSocket(upgrade.socket)
  return upgrade
}
