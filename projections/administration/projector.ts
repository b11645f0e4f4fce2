import { sql, type Transaction } from 'kysely'
import { accountEvents, lockoutEvents } from '../../src/areas/accounts/events.ts'
import { achievementCatalogueEvents } from '../../src/areas/achievements/events.ts'
import type { ActKind } from '../../src/areas/administration/contract.ts'
import { administrationTables } from '../../src/areas/administration/tables.ts'
import { messageEvents } from '../../src/areas/chat/events.ts'
import { fixtureEvents } from '../../src/areas/fixtures/events.ts'
import { shareCommentEvents, shareEvents } from '../../src/areas/sharing/events.ts'
import { type EventsOf, only, typesOf, without } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type AdministrationTables = TablesOf<typeof administrationTables>
type Tx = Transaction<AdministrationTables>
type Act = Omit<AdministrationTables['acts'], 'n'>
/** The columns that depend on the kind of act. */
type LoggedEvent = Pick<Act, 'kind'> & Partial<Act>

const handled = {
  ...without(accountEvents, 'UserLoggedIn'),
  ...only(lockoutEvents, 'IpUnlocked'),
  ...only(achievementCatalogueEvents, 'RetroactiveUnlocksOrdered'),
  ...only(messageEvents, 'MessageDeleted', 'MessageReportDismissed'),
  ...only(shareEvents, 'ShareDeleted', 'ShareReportDismissed'),
  ...only(shareCommentEvents, 'ShareCommentDeleted', 'ShareCommentReportDismissed'),
  ...without(
    fixtureEvents,
    'FixtureScheduled',
    'FixtureMovedToGameweek',
    'MatchStarted',
    'MatchScoreChanged',
    'FeedResultNoted',
  ),
}
type AdministrationFact = EventsOf<typeof handled>

/** Acts of administrators and the number of accounts. */
export const administrationGroup: ProjectionGroup<AdministrationTables, AdministrationFact> = {
  name: 'administration',
  version: 4,
  events: typesOf(handled),
  /** Acts, registrations and deletions. */
  filter: (fact) => fact.type === 'UserRegistered' || fact.type === 'UserDeleted' || actOf(fact) !== null,
  ...tablesFor(administrationTables),
  project: projectAdministration,
}

/** Adds the acts of a batch, updates the number of accounts and removes the names of deleted users. */
async function projectAdministration(
  tx: Tx,
  facts: readonly Recorded<AdministrationFact>[],
): Promise<readonly LiveChange[]> {
  const acts = facts.flatMap((fact) => actOf(fact) ?? [])
  const registered = facts.filter(({ type }) => type === 'UserRegistered').length
  const deleted = facts.filter(({ type }) => type === 'UserDeleted').length
  await saveActs(tx, acts)
  if (registered !== deleted)
    await sql`
      insert into user_counts (users) values (${registered - deleted}::int)
      on conflict (one) do update set users = user_counts.users + excluded.users
    `.execute(tx)
  const named = acts.flatMap(({ by_user_id, user_id }) => [by_user_id, user_id]).filter((id) => id !== null)
  const erased = await rememberErased(tx, facts, named)
  if (erased.size > 0) await sql`update acts set reason = null where user_id = any(${[...erased]}::int[])`.execute(tx)
  await erasePeople(tx, administrationTables, erased)
  return [{ room: 'admins', topic: 'users' }]
}

/** Returns the act of an event; null if no administrator caused it. */
function actOf(fact: Recorded<AdministrationFact>): Act | null {
  const { actor, source, simulated } = fact.metadata
  const logged = source === 'command' || source === 'system' ? loggedBy(fact) : null
  if (logged === null || simulated) return null
  return {
    id: fact.id,
    at: fact.metadata.at,
    by_user_id: actor,
    at_server: actor === null,
    user_id: null,
    fixture_id: null,
    home_score: null,
    away_score: null,
    outcome: null,
    kickoff: null,
    addresses: 1,
    reason: null,
    why: null,
    ...logged,
  }
}

const DELETIONS = {
  MessageDeleted: 'delete-message',
  ShareDeleted: 'delete-share',
  ShareCommentDeleted: 'delete-comment',
} as const

function loggedBy(fact: Recorded<AdministrationFact>): LoggedEvent | null {
  const { type, data, metadata } = fact
  switch (type) {
    case 'UserRegistered':
      return null
    case 'UserRoleChanged':
      return { kind: data.role === 'admin' ? 'make-admin' : 'remove-admin', user_id: data.userId }
    case 'UserPasswordChanged':
      if (data.how !== 'admin') return null
      return { kind: 'reset-password', user_id: data.userId, reason: data.reason ?? null }
    case 'UserDeleted': {
      // Deleting one's own account is no administration; tests and simulations delete without an actor.
      const { actor } = metadata
      return actor === null || actor === data.userId ? null : { kind: 'delete', why: data.why ?? null }
    }
    case 'IpUnlocked':
      // All addresses unlocked by one request are one act.
      return data.how === 'admin'
        ? { kind: 'unlock-address', id: `unlock-${metadata.$correlationId}-${metadata.at}` }
        : null
    case 'RetroactiveUnlocksOrdered':
      return { kind: 'unlock-achievements' }
    case 'MessageReportDismissed':
    case 'ShareReportDismissed':
    case 'ShareCommentReportDismissed':
      return { kind: 'dismiss-report', user_id: data.reporterId }
    case 'MessageDeleted':
    case 'ShareDeleted':
    case 'ShareCommentDeleted': {
      // Older events do not name the author.
      const { how, userId } = data
      return how === 'administrator' && userId !== undefined ? { kind: DELETIONS[type], user_id: userId } : null
    }
    case 'ResultLifted':
      return { kind: 'lift-result', fixture_id: data.fixtureId, reason: data.reason }
    default:
      return data.byHand ? { ...ruled(fact as Ruling), fixture_id: data.fixtureId, reason: data.reason } : null
  }
}

type Ruling = Recorded<Extract<AdministrationFact, { data: { byHand: boolean } }>>

function ruled({ type, data }: Ruling): LoggedEvent {
  switch (type) {
    case 'MatchFinished':
    case 'MatchResultCorrected': {
      const kind: ActKind = type === 'MatchFinished' ? 'enter-result' : 'correct-result'
      return { kind, home_score: data.homeScore, away_score: data.awayScore }
    }
    case 'FixtureRescheduled':
      return { kind: 'reschedule', kickoff: data.kickoff }
    case 'FixturePostponed':
      return { kind: 'postpone' }
    case 'MatchAbandoned':
      return { kind: 'abandon' }
    case 'MatchAwarded':
      return { kind: 'award', outcome: data.result }
    case 'FixtureCancelled':
      return { kind: 'cancel' }
  }
}

async function saveActs(tx: Tx, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const byId = new Map<string, Act>()
  for (const act of acts) {
    const before = byId.get(act.id)
    byId.set(act.id, before ? { ...before, addresses: before.addresses + act.addresses } : act)
  }
  await sql`
    with last as (select coalesce(max(n), 0) as n from acts), listed as (
      select a.value, a.place, k.id is not null as is_known
      from jsonb_array_elements(${JSON.stringify([...byId.values()])}::jsonb) with ordinality as a (value, place)
      left join acts k on k.id = a.value ->> 'id'
    ), numbered as (
      -- A stored act keeps its number and uses no new one.
      select value || jsonb_build_object('n', case when is_known then 0
        else last.n + row_number() over (partition by is_known order by place) end) as act
      from last, listed
    )
    insert into acts select r.* from numbered, jsonb_populate_record(null::acts, act) r
    on conflict (id) do update set addresses = acts.addresses + excluded.addresses
  `.execute(tx)
}
