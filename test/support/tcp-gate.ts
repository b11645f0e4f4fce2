import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type GateMode = 'open' | 'hang' | 'mute' | 'refuse'

/** A gate in front of a TCP server, which makes it unavailable in the ways in which networks and processes fail. */
export interface TcpGate {
  readonly port: number
  /**
   * `open` forwards; `hang` accepts connections and forwards nothing; `mute` forwards requests and withholds responses;
   * `refuse` cuts every connection, old and new.
   */
  set(mode: GateMode): void
  /** Cuts current connections; new ones are forwarded. */
  cut(): void
  /** Current connections hang from now on; new ones are forwarded. */
  freeze(): void
  close(): Promise<void>
}

export async function openGate(host: string, port: number): Promise<TcpGate> {
  const sockets = new Set<Socket>()
  let mode: GateMode = 'open'
  let frozen = new Set<Socket>()

  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  const server = createServer((client) => {
    if (mode === 'refuse') {
      client.destroy()
      return
    }
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes) => !frozen.has(client) && (mode === 'open' || mode === 'mute') && upstream.write(bytes))
    upstream.on('data', (bytes) => !frozen.has(upstream) && mode === 'open' && client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gate has no port')

  return {
    port: address.port,
    set(next) {
      mode = next
      if (next === 'refuse') cut()
    },
    cut,
    freeze() {
      frozen = new Set(sockets)
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A gate in front of a PostgreSQL server, with the server's address through it. */
export async function gateBefore(databaseUrl: string): Promise<TcpGate & { readonly url: string }> {
  const url = new URL(databaseUrl)
  const gate = await openGate(url.hostname, Number(url.port || 5432))
  url.hostname = '127.0.0.1'
  url.port = String(gate.port)
  return { ...gate, url: url.href }
}
