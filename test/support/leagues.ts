import { expect } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { userIds } from '../../src/areas/accounts/events.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { TestApp } from './app.ts'
import { createClient, type TestClient } from './client.ts'
import { until } from './projections.ts'

/** A signed-in player with an address of their own. */
export interface Player {
  readonly id: number
  readonly username: string
  readonly cookie: string
  get(path: string): Promise<any>
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: any; headers: Headers }>
}

let made = 0

/** Registers players without the cost of hashing passwords, each at an address of their own (or all at one). */
export async function players(app: TestApp, names: readonly string[], address?: string): Promise<Player[]> {
  const accounts = app.container.get(ACCOUNTS.Accounts)
  const sessions = app.container.get(ACCOUNTS.Sessions)
  const at = new Date(app.clock.now()).toISOString()
  // Ids ascend in the order of the names, as they decide standings when points are equal.
  const ids = await app.container.get(TYPES.Ids).nextMany(userIds, names.length)
  const joinIn = async (name: string, index: number): Promise<Player> => {
    const number = ++made
    const username = `${name}_${number}`
    const userId = ids[index]!
    const account = { userId, username, password: '-', passwordHash: '-', role: 'user' } as const
    const id = `player-${number}`
    const created = await accounts.createAccount(account, {
      actor: null,
      at,
      correlationId: id,
      causationId: id,
      source: 'command',
    })
    if (!created.ok) throw new Error(`${username}: ${created.rejected}`)
    const cookie = `plp_session=${await sessions.create(created.userId)}`
    return playerOf(app, created.userId, username, cookie, address ?? `203.0.${number >> 8}.${number & 255}`)
  }
  // A few at a time: with a long queue, a slow machine would defer some.
  const all: Player[] = []
  for (let index = 0; index < names.length; index += 8)
    all.push(...(await Promise.all(names.slice(index, index + 8).map((name, nth) => joinIn(name, index + nth)))))
  return all
}

function playerOf(app: TestApp, id: number, username: string, cookie: string, address: string): Player {
  const client: TestClient = createClient(app.url)
  const call: Player['call'] = (method, path, body, headers) =>
    client.request(method, path, body, { ...headers, cookie, 'x-forwarded-for': address })
  return {
    id,
    username,
    cookie,
    call,
    async get(path) {
      const { status, body } = await call('GET', path)
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${body?.detail}`)
      return body
    },
  }
}

/** A league of the player, private by default. */
export async function leagueOf(player: Player, body: object = {}) {
  const answer = await player.call('POST', '/api/leagues', { name: `League ${++made}`, ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

export async function joinedBy(league: { joinCode: string }, ...members: readonly Player[]): Promise<void> {
  for (const member of members)
    expect((await member.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
}

export async function teamIn(league: { id: number }, captain: Player, body: object = {}) {
  const answer = await captain.call('POST', `/api/leagues/${league.id}/teams`, { name: `Team ${++made}`, ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Waits until reactors have processed everything in the log and projections show it. */
export async function reacted(app: TestApp): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const log = app.container.get(TYPES.RawLog)
  for (let turn = 0; turn < 3; turn++) {
    const head = await log.head()
    engine.nudge()
    for (const reactor of ['leagues-of-deleted-users', 'teams-of-former-members'])
      expect(await engine.waitForReactor(reactor, head, 60_000)).toBe(true)
    await until('caught up', () => engine.caughtUp())
  }
}
