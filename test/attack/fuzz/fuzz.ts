import { type Attack, type Check, counted } from '../attack.ts'
import type { Game, Player } from '../game.ts'
import { each, PURGING, range } from '../http.ts'
import { createActors } from './actors.ts'
import { createJudge, faultKey, type Judge } from './judge.ts'
import { nameOf, type OpenApi, type Operation, operationsOf } from './operations.ts'
import { createRequests, type FuzzRequest } from './requests.ts'
import { type RightCall, rightCalls } from './right-calls.ts'
import { createTally, type Tally } from './tally.ts'
import { type Peopled, peopled } from './world.ts'

const AT_ONCE = 24
/** Number of faults that are listed one by one; the rest is counted. */
const LISTED = 40
/** Limit for "signed out" responses to signed-in users, in percent: requests in progress while a session ended. */
const MOST_SIGNED_OUT = 2

/** Calls that cannot succeed in a sound game, each with the reason. */
const NEVER_RIGHT: Readonly<Record<string, string>> = {
  'GET /api/proofs/{id}': 'only a minute after a match has closed (test/api/proofs.test.ts)',
  'GET /api/unsubscribe/{token}': 'leads to a page (test/api/reminders.test.ts)',
  'POST /api/unsubscribe/{token}': 'the token is in a mail of the day before a match (test/api/reminders.test.ts)',
  'POST /api/unsubscribe/{token}/undo': 'only after the one before (test/api/reminders.test.ts)',
  'POST /api/reminders/push/{id}/test': 'would call a push service (test/api/reminders.test.ts)',
  'POST /api/admin/projections/{name}/retry':
    'only of a projection that an event has paused (test/chaos/poison.test.ts)',
  'POST /api/admin/projections/{name}/skip':
    'only of a projection that an event has paused (test/chaos/poison.test.ts)',
}

interface Fault {
  count: number
  /** The first request with this fault. */
  readonly shown: string
}

const shortened = (text: string, most = 300): string => (text.length > most ? `${text.slice(0, most)}…` : text)
const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Judges and counts responses, with the first request of each kind of fault. */
function createNotes(judge: Judge, tally: Tally) {
  const faults = new Map<string, Fault>()
  let signedIn = 0
  let signedOut = 0
  return {
    faults,
    /** Percentage of "signed out" responses among requests of signed-in users. */
    share: () => (signedIn === 0 ? 0 : (100 * signedOut) / signedIn),
    note(request: FuzzRequest, actor: Player | null, answer: Parameters<Judge>[2], which: string): void {
      tally.note(request.operation, answer.status)
      if (actor !== null) signedIn++
      if (actor !== null && answer.status === 401) signedOut++
      const found = [...judge(request, actor?.id ?? null, answer)]
      // Readiness is 503 while an administrator has a read model rebuilt, and so are writes while simulated data is
      // purged.
      const isExpected = request.operation.path === '/readyz' || answer.text.includes(PURGING)
      if (answer.status === 503 && !isExpected) found.push('503 while no store is away')
      for (const fault of found) {
        const key = faultKey(request, fault)
        const { role, method, path, body } = request
        const shown = `${which}, ${role}: ${method} ${shortened(path)} ${shortened(body?.toString() ?? '')} → ${answer.status} ${shortened(answer.text)}`
        const known = faults.get(key)
        if (known) known.count++
        else faults.set(key, { count: 1, shown })
      }
    },
  }
}

/** Reads without parameters that every administrator may send. */
const needsNothing = ({ method, path, parameters }: Operation): boolean =>
  method === 'GET' && path !== '/metrics' && !parameters.some(({ required }) => required)

/** Sends valid calls, and records them like all others. */
function createRightCall(
  game: Game,
  operations: readonly Operation[],
  { administrators }: Peopled,
  note: ReturnType<typeof createNotes>['note'],
): RightCall {
  const byName = new Map(operations.map((operation) => [nameOf(operation), operation]))
  const stranger = game.newAddress()
  return async (name, as, { params = {}, query, body, headers = {} } = {}) => {
    const operation = byName.get(name)
    if (!operation) throw new Error(`the document has no ${name}`)
    const address = Object.entries(params).reduce(
      (whole, [parameter, value]) => whole.replace(`{${parameter}}`, encodeURIComponent(value)),
      operation.path,
    )
    const path = query ? `${address}?${new URLSearchParams(query)}` : address
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const request: FuzzRequest = {
      ...{ operation, method: operation.method, path, headers, body: bytes, who: 0, isForeign: false },
      role: as === null ? 'stranger' : administrators.includes(as) ? 'administrator' : 'player',
    }
    const answer = await game.send({
      method: operation.method,
      path,
      headers: {
        'x-forwarded-for': as?.address ?? stranger,
        ...(as === null ? {} : { cookie: as.cookie }),
        ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(bytes === undefined ? {} : { body: bytes }),
    })
    note(request, as, answer, 'a right call')
    if (!isSuccess(answer.status)) throw new Error(`${name}: ${answer.status} ${shortened(answer.text)}`)
    return { ...answer, body: answer.headers['content-type']?.includes('json') ? JSON.parse(answer.text) : null }
  }
}

/**
 * Exercises every call of the OpenAPI document: once as intended, then with valid, nearly valid and absurd requests as
 * a stranger, a player and an administrator. The same seed generates the same requests.
 */
export function createFuzz({ seed, requests }: { readonly seed: string; readonly requests: number }): Attack {
  return {
    name: 'fuzz',
    does: `${requests.toLocaleString('en')} requests from the OpenAPI document, seed ${seed}`,
    async run(game) {
      const document = JSON.parse((await game.send({ path: '/api/openapi.json' })).text) as OpenApi
      const operations = operationsOf(document)
      const people = await peopled(game)
      const tally = createTally(operations)
      const notes = createNotes(createJudge(document, people.secrets), tally)
      let broken: string | null = null
      const call = createRightCall(game, operations, people, notes.note)
      try {
        for (const read of operations.filter(needsNothing)) await call(nameOf(read), people.administrators[0]!)
        await rightCalls(call, game, people)
      } catch (error) {
        broken = (error as Error).message
      }
      const { actorOf, send, mend, revived } = await createActors(game, people)
      const requestOf = createRequests(seed, operations, people.world)
      await each(range(requests), AT_ONCE, async (n) => {
        const request = requestOf(n)
        const actor = actorOf(request)
        const answer = await send(request, actor)
        notes.note(request, actor, answer, `request ${n}`)
        await mend(request, actor, answer)
      })
      const alive = await game.send({ path: '/healthz' })
      return [
        judged(notes.faults, tally),
        reached(operations, tally, broken),
        {
          holds: `of requests of people who are signed in at most ${MOST_SIGNED_OUT} in 100 find their session ended`,
          seen: `${notes.share().toFixed(1)} in 100; ${revived()} sessions begun again`,
          ok: notes.share() <= MOST_SIGNED_OUT,
        },
        { holds: 'the game is alive afterwards', seen: `/healthz ${alive.status}`, ok: alive.status === 200 },
      ]
    },
  }
}

function judged(faults: ReadonlyMap<string, Fault>, tally: Tally): Check {
  const found = [...faults].sort(([, a], [, b]) => b.count - a.count)
  return {
    holds:
      'every answer is as the document, the rules of refusals and the role allow, tells nothing it must not, and none is a 5xx',
    seen: `${counted(tally.statuses())}; ${found.length === 0 ? 'no fault' : `${found.length} kinds of faults`}`,
    ok: found.length === 0,
    details: found.slice(0, LISTED).map(([key, { count, shown }]) => `${count} × ${key}\n    ${shown}`),
  }
}

function reached(operations: readonly Operation[], tally: Tally, broken: string | null): Check {
  const never = tally.neverSucceeded()
  const unexpected = never.filter((name) => !Object.hasOwn(NEVER_RIGHT, name))
  return {
    holds: `every call succeeds at least once, but for ${Object.keys(NEVER_RIGHT).length} that cannot`,
    seen: `${operations.length - never.length} of ${operations.length}`,
    ok: unexpected.length === 0 && broken === null,
    details: [
      ...(broken === null ? [] : [`right calls broke off: ${broken}`]),
      ...unexpected.map((name) => `no success: ${name}`),
      ...Object.entries(NEVER_RIGHT).map(([name, why]) => `excepted: ${name}: ${why}`),
      ...tally.table(),
    ],
  }
}
