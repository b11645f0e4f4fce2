import * as z from 'zod/mini'
import type { Accounts } from '../areas/accounts/commands.ts'
import { drawPassword } from '../areas/accounts/drawn-password.ts'
import { accountProblem } from '../areas/accounts/problems.ts'
import { isReservedUsername, usernameKey } from '../areas/accounts/username.ts'
import { fixtureDecider } from '../areas/fixtures/fixture-decider.ts'
import { fixtureStreams } from '../areas/fixtures/queries.ts'
import { type Clock, isoNow } from '../kernel/clock.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import { isRejection } from '../kernel/decider.ts'
import type { EventDeclarations, TestEvent } from '../kernel/declared-events.ts'
import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import { isStorable } from '../kernel/storable.ts'
import { parse } from '../slice/parse.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'
import type { RouteDefinition, RouteInput, RouteResult, SessionUser } from '../slice/route.ts'
import type { FindByName } from './names.ts'
import { simulatedContext } from './simulated-context.ts'
import { commandOf, type ReportFields } from './source-reports.ts'
import { type KnownCall, knownCall, SELF } from './test-event-fields.ts'

/** A tester's request for an event. */
export interface TestEventRequest {
  readonly type: string
  /** Username of the acting player; not needed for events that no player causes. */
  readonly as?: string | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** Base of event ids, the same for every run of a line of a file, so that a repeat finds its stored events. */
  readonly idBase?: string
}

/**
 * Causes an event through the commands of the game and returns all stored events; none if nothing changes. Throws the `HttpProblem` of a
 * refusal. Stored events are marked as simulated.
 */
export type Emit = (request: TestEventRequest) => Promise<readonly RecordedEvent[]>

type Written = NonNullable<RouteResult['wrote']> | undefined
type Values = Readonly<Record<string, unknown>>

interface EmitDependencies {
  readonly db: ReadDb
  /** The log as readers see it, without purged events. */
  readonly log: Pick<EventLog, 'head' | 'readAll'>
  readonly handler: CommandHandler
  readonly accounts: Pick<Accounts, 'createAccount' | 'deleteUser'>
  readonly routes: readonly RouteDefinition[]
  /** Every event of the game. */
  readonly events: EventDeclarations
  readonly findByName: FindByName
  readonly clock: Clock
  /** Resolves when the read models contain the written events, or after a timeout. */
  shown(wrote: NonNullable<Written>): Promise<unknown>
}

const nothing = async (): Promise<void> => undefined
/** Client address of the terminal, for which wrong join codes are counted. */
const HERE = '127.0.0.1'
/** A request without cookies and headers, for routes that read them. */
const NO_REQUEST = { headers: {}, get: () => undefined }
const PAGE = 500

/** Emits events for testers (docs/rules.md R170). */
export function createEmit({
  db,
  log,
  handler,
  accounts,
  routes,
  events,
  findByName,
  clock,
  shown,
}: EmitDependencies): Emit {
  async function actor(username: string | undefined, type: string): Promise<SessionUser> {
    if (username === undefined) throw wrongField('as', `${type} needs the player who acts`)
    if (!isReservedUsername(username))
      throw wrongField('as', `Only users whose names begin with test_ act here, and ${username} is none`)
    const row = isStorable(username)
      ? await db
          .selectFrom('read.people')
          .select(['id', 'username', 'role'])
          .where('username_key', '=', usernameKey(username))
          .executeTakeFirst()
      : undefined
    if (!row?.username) throw wrongField('as', `There is no player ${username}`)
    return { id: row.id, username: row.username, role: row.role }
  }

  /** Replaces names by ids. */
  async function withIds(data: Values, at: string): Promise<Values> {
    const fields = Object.entries(data).map(async ([field, value]) => {
      // The schema refuses text that cannot be stored.
      const isSent = typeof value !== 'string' || /^\d+$/.test(value) || !isStorable(value)
      return [field, isSent ? value : ((await findByName(field, value, at)) ?? value)] as const
    })
    return Object.fromEntries(await Promise.all(fields))
  }

  async function asPlayer(
    calls: readonly KnownCall[],
    values: Values,
    user: SessionUser,
    context: CommandContext,
  ): Promise<Written> {
    const known = calls.find(({ path, body }) => isOf(values, { ...path, ...body })) ?? calls[0]!
    const { call, route } = known
    onlyFields(values, { ...known.path, ...known.body })
    for (const field of call.needs ?? [])
      if (values[field] === undefined) throw wrongField(field, `${field} is missing`)
    const inPath = SELF in known.path ? { [SELF]: user.id, ...values } : values
    const path = parsed(known.path, inPath, 'path')
    const own = Object.fromEntries(Object.entries(call.names ?? {}).map(([name, here]) => [name, path[here]]))
    const input = {
      params: { ...path, ...own },
      query: parse(route.query, {}, 'query'),
      body: parse(route.body, { ...only(values, known.body), ...call.sends }, 'body'),
      user,
      context,
      ip: HERE,
      req: NO_REQUEST,
      // Test events consume no quota.
      consume: nothing,
    } satisfies Partial<Record<keyof RouteInput<undefined, undefined, undefined>, unknown>>
    // Only routes for sessions and pictures need a response or a file, and no test event uses one of them.
    const { wrote } = await route.handle(input as unknown as RouteInput<undefined, undefined, undefined>)
    return wrote
  }

  async function asSource(
    type: string,
    testEvent: Extract<TestEvent, { by: 'source' }>,
    values: Values,
    context: CommandContext,
  ): Promise<Written> {
    onlyFields(values, testEvent.fields.shape as Shape)
    const data = parsed(testEvent.fields.shape as Shape, values, 'body') as unknown as ReportFields
    const stream = (await fixtureStreams(db, [data.fixtureId])).get(data.fixtureId)
    const { state } = stream === undefined ? { state: null } : await handler.load(fixtureDecider, stream)
    if (stream === undefined || state === null || state.status === 'none')
      throw new HttpProblem(404, 'There is no such fixture')
    const command = commandOf(testEvent.report, data, state, context.at)
    const decided = fixtureDecider.decide(command, state)
    const types = isRejection(decided) ? [] : decided.map((event) => event.type)
    if (types.length > 0 && !types.some((each) => each === type))
      throw new HttpProblem(409, `As the match stands, this would be ${types.join(' and ')}, not ${type}`)
    const handled = await handler.handle(fixtureDecider, stream, command, context)
    if (!handled.ok) throw new Error(`a source is never refused: ${handled.rejected}`)
    return { position: handled.position, types: handled.events.map((event) => event.type) }
  }

  async function asAccounts(
    { does, fields }: Extract<TestEvent, { by: 'accounts' }>,
    values: Values,
    user: () => Promise<SessionUser>,
    context: CommandContext,
  ): Promise<Written> {
    onlyFields(values, fields.shape as Shape)
    const data = parsed(fields.shape as Shape, values, 'body') as { username: string; password?: string }
    if (does === 'delete') {
      const deleted = await accounts.deleteUser((await user()).id, context, { why: 'asked' })
      if (!deleted.ok) throw accountProblem(deleted.rejected)
      return deleted
    }
    const { username, password = drawPassword() } = data
    if (!isReservedUsername(username)) throw wrongField('username', 'Usernames of test users begin with test_')
    const created = await accounts.createAccount({ username, password, role: 'user', reservedAllowed: true }, context)
    if (!created.ok) throw accountProblem(created.rejected)
    return created
  }

  /** Returns the events that this command has stored after a position. */
  async function stored(since: RecordedEvent['position'] | null, { correlationId }: CommandContext) {
    const found: RecordedEvent[] = []
    for (let after = since; ; ) {
      const { events, next, end } = await log.readAll(after, {}, PAGE)
      found.push(...events.filter(({ metadata }) => metadata.$causationId === correlationId))
      if (end) return found
      after = next
    }
  }

  return async ({ type, as, data, idBase }) => {
    const testEvent = testEventOf(events, type)
    if (testEvent.by === null) throw new HttpProblem(409, `${type} is not emitted: ${testEvent.why}`)
    const at = isoNow(clock)
    const bySystem = simulatedContext(at, null, idBase)
    const before = await log.head()
    const user = () => actor(as, type)
    let wrote: Written
    if (testEvent.by === 'player') {
      const player = await user()
      const calls = testEvent.calls.map((call) => knownCall(call, routes))
      wrote = await asPlayer(calls, await withIds(data, at), player, { ...bySystem, actor: player.id })
    } else if (testEvent.by === 'source') wrote = await asSource(type, testEvent, await withIds(data, at), bySystem)
    else wrote = await asAccounts(testEvent, data, user, bySystem)
    if (!wrote?.position) return []
    await shown(wrote)
    return stored(before, bySystem)
  }
}

function testEventOf(events: EventDeclarations, type: string): TestEvent {
  if (Object.hasOwn(events, type)) return events[type]!.test
  // Suggests events with the same last word: the first word is often wrong, as in MatchPostponed.
  const last = type.match(/[A-Z][a-z]+$/)?.[0]
  const like = Object.keys(events).filter((each) => last !== undefined && each.endsWith(last))
  throw new HttpProblem(404, `There is no event ${type}${like.length > 0 ? `; there is ${like.join(', ')}` : ''}`)
}

type Shape = Readonly<Record<string, z.ZodMiniType>>

const isOf = (values: Values, shape: Shape): boolean =>
  Object.keys(values).every((field) => Object.hasOwn(shape, field))

const only = (values: Values, shape: Shape): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => Object.hasOwn(shape, field)))

/** Refuses unknown fields, because the game would ignore a misspelt one. */
function onlyFields(values: Values, shape: Shape): void {
  const unknown = Object.keys(values).find((field) => !Object.hasOwn(shape, field))
  if (unknown === undefined) return
  const fields = Object.keys(shape).join(', ') || 'none'
  throw wrongField(unknown, `${unknown} is none of the fields: ${fields}`)
}

/** Parses the values of a shape with their schemas. Path values are converted to text, as in a request. */
function parsed(shape: Shape, values: Values, where: 'path' | 'body'): Values {
  const entries = Object.entries(only(values, shape)).map(([field, value]) => [
    field,
    where === 'path' && typeof value === 'number' ? String(value) : value,
  ])
  return parse(z.object(shape as Record<string, z.ZodMiniType>), Object.fromEntries(entries), where) as Values
}
