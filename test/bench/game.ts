import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { V8_LIMITS } from '../../scripts/support/prepare.mjs'
import { PROCESS_ADMIN } from '../support/process-app.ts'

export interface Program {
  readonly url: string
  /** Processor time of its process, in milliseconds. */
  cpu(): Promise<number>
  /** The largest resident memory of its process so far, in megabytes. */
  memory(): Promise<number>
}

export interface Game extends Program {
  readonly databaseUrl: string
}

/** A program in its own process. */
type Started<P> = P & { stop(): Promise<void> }

/** The argument of the game's process. */
export interface GameOrder {
  /** Players on the board, numbered from `firstPlayer`. */
  readonly players: number
  readonly firstPlayer: number
  readonly admin: { readonly username: string; readonly password: string }
  readonly databaseUrl: string
  /** In base64. */
  readonly masterKey: string
  readonly prefix: string
}

/** Starts the whole game with a board of `players` players. */
export async function startGame(players: number): Promise<Started<Game>> {
  const { presentStore } = await import('../support/app.ts')
  const store = await presentStore()
  const game = await startGameOn(store, players)
  return {
    ...game,
    async stop() {
      await game.stop()
      await store.database.drop()
    },
  }
}

type GameStore = Awaited<ReturnType<typeof import('../support/app.ts').presentStore>>

/** Starts the whole game on a store; `stop` leaves the store as it is. */
export async function startGameOn({ databaseUrl, masterKey, prefix }: GameStore, players = 0): Promise<Started<Game>> {
  const order: GameOrder = {
    ...{ players, firstPlayer: FIRST_PLAYER, admin: PROCESS_ADMIN },
    ...{ databaseUrl, masterKey: masterKey.toString('base64'), prefix },
  }
  const game = await start<Program>(new URL('./game-server.ts', import.meta.url), [JSON.stringify(order)], V8_LIMITS)
  return { ...game, databaseUrl }
}

/** Starts the plain program on a copy of the game's current rows. */
export const startPlain = ({ databaseUrl }: Game): Promise<Started<Program>> =>
  start(new URL('./plain/server.ts', import.meta.url), [databaseUrl, 'demo'])

/** Starts a program whose first message has its addresses. `options`: of Node, as `npm start` gives them to the game. */
async function start<P extends Program>(
  program: URL,
  args: readonly string[],
  options: readonly string[] = [],
): Promise<Started<P>> {
  const child = fork(fileURLToPath(program), [...args], {
    stdio: 'inherit',
    execArgv: [...process.execArgv, ...options],
  })
  const exit = once(child, 'exit')
  const ended = exit.then(() => Promise.reject(new Error(`${program.pathname} has ended`)))
  ended.catch(() => undefined)
  const message = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
  const addresses = (await message()) as Omit<P, 'cpu' | 'memory'>
  async function usage(): Promise<NodeJS.ResourceUsage> {
    child.send('usage')
    return (await message()) as NodeJS.ResourceUsage
  }
  return {
    ...(addresses as P),
    async cpu() {
      const { userCPUTime, systemCPUTime } = await usage()
      return (userCPUTime + systemCPUTime) / 1_000
    },
    memory: async () => (await usage()).maxRSS / 1_024,
    async stop() {
      if (child.connected) child.disconnect()
      await exit
    },
  }
}

/** The id of the first player of every game. */
export const FIRST_PLAYER = 1_000

/** The cookie of a player of the initial game, who is signed in already. */
export const cookieOfPlayer = (id: number): string => `plp_session=${tokenOfPlayer(id)}`
const tokenOfPlayer = (id: number): string => String(id).padStart(43, 'p')

/** The cookie of a new player. */
export const signUp = (url: string, username = 'bench'): Promise<string> =>
  cookieOf(`${url}/api/register`, { username, password: 'bench-password' })

/** The cookie of the administrator. */
export const signIn = (url: string): Promise<string> => cookieOf(`${url}/api/login`, PROCESS_ADMIN)

async function cookieOf(url: string, body: object): Promise<string> {
  const res = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [cookie] = res.headers.getSetCookie()
  if (!res.ok || cookie === undefined) throw new Error(`POST ${url}: ${res.status}`)
  return cookie.split(';')[0]!
}

export interface Call {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly cookie?: string
  readonly body?: unknown
  /** Default: 200. */
  readonly expected?: number
}

/** Calls over keep-alive connections; a call waits if all of them are in use. */
export interface Caller {
  /** Resolves at the end of the response; throws for a status other than expected. */
  call(call: Call): Promise<void>
  close(): void
}

/**
 * Plain sockets that read into one buffer: the caller shares the cores with the game, and Node's own client would use as
 * much of them as a response does. Supports only the game's responses to these calls: a head with a length, and a body.
 */
export function createCaller(url: string, connections: number): Caller {
  const { hostname, port, host } = new URL(url)
  /** The longest idle one comes first, so that none is idle for long. */
  let free: Connection[] = []
  const all = new Set<Connection>()
  const waiting: ((connection: Connection) => void)[] = []

  function open(): Connection {
    const connection: Connection = {
      take: () => undefined,
      socket: connect({
        ...{ port: Number(port), host: hostname, noDelay: true },
        onread: {
          buffer: received,
          callback(length, buffer) {
            connection.take((buffer as Buffer).subarray(0, length))
            return true
          },
        },
      }),
    }
    all.add(connection)
    // The game closes connections that are idle for long; these are not used again.
    connection.socket
      .on('error', () => undefined)
      .on('close', () => {
        all.delete(connection)
        free = free.filter((each) => each !== connection)
      })
    return connection
  }

  async function nextFree(): Promise<Connection> {
    const connection = free.shift()
    if (connection) return connection
    return all.size < connections ? open() : new Promise((resolve) => waiting.push(resolve))
  }

  function release(connection: Connection): void {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }

  return {
    async call({ path, method = 'GET', cookie, body, expected = 200 }) {
      const connection = await nextFree()
      const text = body === undefined ? '' : JSON.stringify(body)
      const typed = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
      const signedIn = cookie === undefined ? '' : `cookie: ${cookie}\r\n`
      connection.socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${signedIn}${typed}\r\n${text}`)
      const status = await answered(connection)
      release(connection)
      if (status !== expected) throw new Error(`${method} ${path}: ${status}`)
    },
    close() {
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** All connections read into it. Large enough for any response, so that each one is read at once. */
const received = Buffer.allocUnsafe(512 * 1024)

/** Bytes that contain any response's head. */
const LONGEST_HEAD = 4_096

interface Connection {
  readonly socket: Socket
  /** Receives what has arrived; the chunk is valid only during the call. */
  take: (chunk: Buffer) => void
}

/** The status of the response, once it is complete. */
function answered(connection: Connection): Promise<number> {
  const { socket } = connection
  return new Promise((resolve, reject) => {
    let status: number | undefined
    let head = ''
    let arrived = 0
    let complete = Number.POSITIVE_INFINITY
    const end = (settle: () => void) => {
      socket.off('error', failed).off('close', closed)
      settle()
    }
    const failed = (error: Error) => end(() => reject(error))
    const closed = () => failed(new Error('the game closed the connection'))
    connection.take = (chunk) => {
      arrived += chunk.length
      if (status === undefined) {
        head += chunk.toString('latin1', 0, LONGEST_HEAD)
        const length = head.indexOf('\r\n\r\n')
        if (length < 0) return
        status = Number(head.slice(9, 12))
        const [, ofBody] = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, length + 2)) ?? []
        if (ofBody === undefined) return failed(new Error(`an answer without a length: ${status}`))
        complete = length + 4 + Number(ofBody)
      }
      if (arrived >= complete) end(() => resolve(status!))
    }
    socket.on('error', failed).on('close', closed)
  })
}
