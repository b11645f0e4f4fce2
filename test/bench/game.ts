import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Program {
  readonly url: string
  /** Milliseconds of processor time that its process has used. */
  cpu(): Promise<number>
}

export interface Game extends Program {
  readonly databaseUrl: string
}

/** A program in a process of its own. */
type Started<P> = P & { stop(): Promise<void> }

/** Starts the whole game with a board of so many players. */
export const startGame = (players: number): Promise<Started<Game>> =>
  start(new URL('./game-server.ts', import.meta.url), String(players))

/** Starts the plain program on a copy of a game's rows as they are now. */
export const startPlain = ({ databaseUrl }: Game): Promise<Started<Program>> =>
  start(new URL('./plain/server.ts', import.meta.url), databaseUrl, 'demo')

/** Starts a program whose first message has its addresses. */
async function start<P extends Program>(program: URL, ...args: readonly string[]): Promise<Started<P>> {
  const child = fork(fileURLToPath(program), [...args], { stdio: 'inherit' })
  const exit = once(child, 'exit')
  const ended = exit.then(() => Promise.reject(new Error(`${program.pathname} has ended`)))
  ended.catch(() => undefined)
  const message = async () => (await Promise.race([once(child, 'message'), ended]))[0] as unknown
  const addresses = (await message()) as Omit<P, 'cpu'>
  return {
    ...(addresses as P),
    async cpu() {
      child.send('cpu')
      const { user, system } = (await message()) as NodeJS.CpuUsage
      return (user + system) / 1_000
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exit
    },
  }
}

/** The first of the players whom a game begins with. */
export const FIRST_PLAYER = 1_000

/** The cookie of a player whom a game begins with: signed in already. */
export const cookieOfPlayer = (id: number): string => `plp_session=${tokenOfPlayer(id)}`
const tokenOfPlayer = (id: number): string => String(id).padStart(43, 'p')

/** The administrator of every game. */
export const ADMIN = { username: 'admin', password: 'bench-password' } as const

/** The cookie of a new player. */
export const signUp = (url: string, username = 'bench'): Promise<string> =>
  cookieOf(`${url}/api/register`, { username, password: 'bench-password' })

/** The cookie of the administrator. */
export const signIn = (url: string): Promise<string> => cookieOf(`${url}/api/login`, ADMIN)

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
  /** 200 when left out. */
  readonly expected?: number
}

/** Calls over connections that stay open; one that is taken by none waits for the first that is free. */
export interface Caller {
  /** Resolves with the answer's end; throws for another status than expected. */
  call(call: Call): Promise<void>
  close(): void
}

/**
 * Plain sockets: whoever calls shares the cores with the game, and Node's own client would take as much of them as an answer does. Knows
 * only what the game answers these calls with: a head with a length, and a body.
 */
export function createCaller(url: string, connections: number): Caller {
  const { hostname, port, host } = new URL(url)
  /** The one that was idle for longest first, so that none is for long. */
  let free: Socket[] = []
  const all = new Set<Socket>()
  const waiting: ((socket: Socket) => void)[] = []

  function open(): Socket {
    const socket = connect(Number(port), hostname).setNoDelay()
    all.add(socket)
    // The game closes those that were idle for long: nobody is given one of them.
    socket
      .on('error', () => undefined)
      .on('close', () => {
        all.delete(socket)
        free = free.filter((each) => each !== socket)
      })
    return socket
  }

  async function connection(): Promise<Socket> {
    const socket = free.shift()
    if (socket) return socket
    return all.size < connections ? open() : new Promise((resolve) => waiting.push(resolve))
  }

  function release(socket: Socket): void {
    const next = waiting.shift()
    if (next) next(socket)
    else free.push(socket)
  }

  return {
    async call({ path, method = 'GET', cookie, body, expected = 200 }) {
      const socket = await connection()
      const text = body === undefined ? '' : JSON.stringify(body)
      const typed = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
      const signedIn = cookie === undefined ? '' : `cookie: ${cookie}\r\n`
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${signedIn}${typed}\r\n${text}`)
      const status = await answered(socket)
      release(socket)
      if (status !== expected) throw new Error(`${method} ${path}: ${status}`)
    },
    close() {
      for (const socket of all) socket.destroy()
    },
  }
}

/** The status of the answer, once all of it is there. */
function answered(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let status: number | undefined
    let head = ''
    let missing = 0
    const end = (settle: () => void) => {
      socket.off('data', take).off('error', failed).off('close', closed)
      settle()
    }
    const failed = (error: Error) => end(() => reject(error))
    const closed = () => failed(new Error('the game closed the connection'))
    const take = (chunk: Buffer) => {
      missing -= chunk.length
      if (status === undefined) {
        head += chunk.toString('latin1')
        const length = head.indexOf('\r\n\r\n')
        if (length < 0) return
        status = Number(head.slice(9, 12))
        const [, ofBody] = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, length + 2)) ?? []
        if (ofBody === undefined) return failed(new Error(`an answer without a length: ${status}`))
        missing = length + 4 + Number(ofBody) - head.length
      }
      if (missing <= 0) end(() => resolve(status!))
    }
    socket.on('data', take).on('error', failed).on('close', closed)
  })
}
