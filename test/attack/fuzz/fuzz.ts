import { type Attack, counted } from '../attack.ts'
import type { Game, Player } from '../game.ts'
import { type Answer, cookiesOf, each, range } from '../http.ts'
import { createJudge, faultKey } from './judge.ts'
import { nameOf, type OpenApi, operationsOf } from './operations.ts'
import { createRequests, type FuzzRequest } from './requests.ts'
import type { Asker } from './values.ts'
import { type Peopled, peopled } from './world.ts'

const AT_ONCE = 24
/** Faults told one by one; the rest is counted. */
const TOLD = 40
/** Addresses of strangers: none of them meets a limit of an address. */
const STRANGERS = 400

/** What signs in or out, or ends an account: it would end the session of whoever asks. */
const SESSIONS =
  /^(POST \/api\/(register|login|auth\/logout|user\/password|user\/sessions\/end-others)|DELETE \/api\/user(\/sessions\/.*)?)$/

interface Fault {
  count: number
  /** The first request that showed it. */
  readonly shown: string
}

/** Sends as the role says; signing in and out is done by one of them for all. */
function createActors(game: Game, { players, administrators, spare }: Peopled) {
  const strangers = range(STRANGERS).map(() => game.newAddress())
  let spareCookie = spare.cookie
  return {
    actorOf({ role, who }: Asker): Player | null {
      if (role === 'stranger') return null
      const people = role === 'player' ? players : administrators
      return people[who % people.length]!
    },
    /** Whose answer it is; null: nobody's. */
    actorId: ({ operation }: FuzzRequest, actor: Player | null): number | null =>
      SESSIONS.test(nameOf(operation)) ? spare.id : (actor?.id ?? null),
    async send(request: FuzzRequest, actor: Player | null): Promise<Answer> {
      const isOfSessions = SESSIONS.test(nameOf(request.operation))
      const cookie = actor === null ? null : isOfSessions ? spareCookie : actor.cookie
      const { method, path, headers, body } = request
      const address = actor?.address ?? strangers[request.who % strangers.length]!
      const answer = await game.send({
        method,
        path,
        headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}), ...headers },
        ...(body ? { body } : {}),
      })
      const given = [...cookiesOf(answer)].filter(([, value]) => value !== '')
      if (isOfSessions && given.length > 0) spareCookie = given.map((pair) => pair.join('=')).join('; ')
      return answer
    },
  }
}

const shortened = (text: string, most = 300): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/**
 * Every call of the OpenAPI document with valid, nearly valid and absurd requests, in turn as a stranger, a player and an
 * administrator. The same seed makes up the same requests.
 */
export function createFuzz({ seed, requests }: { readonly seed: string; readonly requests: number }): Attack {
  return {
    name: 'fuzz',
    does: `${requests.toLocaleString('en')} requests from the OpenAPI document, seed ${seed}`,
    async run(game) {
      const document = JSON.parse((await game.send({ path: '/api/openapi.json' })).text) as OpenApi
      const operations = operationsOf(document)
      const people = await peopled(game)
      const { actorOf, actorId, send } = createActors(game, people)
      const judge = createJudge(document, people.secrets)
      const requestOf = createRequests(seed, operations, people.world)
      const faults = new Map<string, Fault>()
      const statuses: number[] = []
      const succeeded = new Set<string>()
      await each(range(requests), AT_ONCE, async (n) => {
        const request = requestOf(n)
        const actor = actorOf(request)
        const answer = await send(request, actor)
        statuses.push(answer.status)
        if (answer.status >= 200 && answer.status < 300) succeeded.add(nameOf(request.operation))
        for (const fault of judge(request, actorId(request, actor), answer)) {
          const key = faultKey(request, fault)
          const { role, method, path, body } = request
          const shown = `request ${n}, ${role}: ${method} ${shortened(path)} ${shortened(body?.toString() ?? '')} → ${answer.status} ${shortened(answer.text)}`
          const known = faults.get(key)
          if (known) known.count++
          else faults.set(key, { count: 1, shown })
        }
      })
      const alive = await game.send({ path: '/healthz' })
      const found = [...faults].sort(([, a], [, b]) => b.count - a.count)
      return [
        {
          holds:
            'every answer is as the document, the rules of refusals and the role allow, and tells nothing it must not',
          seen: `${counted(statuses.toSorted())}; ${succeeded.size} of ${operations.length} calls with a success; ${found.length === 0 ? 'no fault' : `${found.length} kinds of faults`}`,
          ok: found.length === 0 && statuses.length === requests,
          details: [
            ...operations
              .map(nameOf)
              .filter((name) => !succeeded.has(name))
              .map((name) => `no success: ${name}`),
            ...found.slice(0, TOLD).map(([key, { count, shown }]) => `${count} × ${key}\n    ${shown}`),
          ],
        },
        { holds: 'the game is alive afterwards', seen: `/healthz ${alive.status}`, ok: alive.status === 200 },
      ]
    },
  }
}
