import type { Game, Player } from '../game.ts'
import { type Answer, each, range } from '../http.ts'
import { nameOf } from './operations.ts'
import type { FuzzRequest } from './requests.ts'
import type { Peopled } from './world.ts'

/** Number of strangers' addresses: enough that none reaches the limit of an address. */
const STRANGERS = 400
/** Number of accounts that requests may sign out or delete at a time. */
const THROW_AWAY = 8

/** Requests that sign in or out, change a password or end an account. Throw-away accounts send them. */
const SESSIONS =
  /^(POST \/api\/(register|login|auth\/logout|user\/password|user\/sessions\/end-others)|DELETE \/api\/user(\/sessions\/.*)?)$/
/** Successes after which an account of `SESSIONS` cannot be used any more. */
const ENDS = /^(POST \/api\/(auth\/logout|user\/password)|DELETE \/api\/user(\/sessions\/.*)?)$/
const RESETS = /^POST \/api\/auth\/(self-|security-)?reset-password$/

/** Sends requests in the role they name, and keeps its sessions alive. */
export async function createActors(game: Game, people: Peopled) {
  const strangers = range(STRANGERS).map(() => game.newAddress())
  let made = 0
  const newAccount = () => game.newPlayer(`thrown_away_${made++}`)
  const slots = await each(range(THROW_AWAY), THROW_AWAY, newAccount)
  const reviving = new Map<Player, Promise<void>>()
  let revived = 0

  /** Signs an actor in again whose session has ended, or replaces a deleted one. */
  async function revive(actor: Player): Promise<void> {
    if ((await actor.send('GET', '/api/user')).status !== 401) return
    revived++
    const isAdministrator = people.administrators.includes(actor)
    const again = await game.signIn(actor).catch(async () => {
      const other = await newAccount()
      return isAdministrator ? (await game.promote([other]))[0]! : other
    })
    const list = isAdministrator ? people.administrators : people.players
    list[list.indexOf(actor)] = again
  }

  return {
    /** How often a session had to be renewed. */
    revived: () => revived,
    actorOf(request: FuzzRequest): Player | null {
      const { role, who, operation } = request
      if (role === 'stranger') return null
      if (SESSIONS.test(nameOf(operation))) return slots[who % slots.length]!
      const list = role === 'player' ? people.players : people.administrators
      return list[who % list.length]!
    },
    send({ method, path, headers, body, who }: FuzzRequest, actor: Player | null): Promise<Answer> {
      const address = actor?.address ?? strangers[who % strangers.length]!
      return game.send({
        method,
        path,
        headers: { 'x-forwarded-for': address, ...(actor === null ? {} : { cookie: actor.cookie }), ...headers },
        ...(body ? { body } : {}),
      })
    },
    /** Repairs the effects of a request on accounts. */
    async mend(request: FuzzRequest, actor: Player | null, { status }: Answer): Promise<void> {
      const name = nameOf(request.operation)
      const isSuccess = status >= 200 && status < 300
      if (isSuccess && RESETS.test(name)) people.spare = await newAccount()
      if (actor === null) return
      if (SESSIONS.test(name)) {
        if ((isSuccess && ENDS.test(name)) || status === 401) slots[request.who % slots.length] = await newAccount()
      } else if (status === 401) {
        const underWay = reviving.get(actor) ?? revive(actor).finally(() => reviving.delete(actor))
        reviving.set(actor, underWay)
        await underWay
      }
    },
  }
}
