import { sql } from 'kysely'
import { matchPath } from '../../contracts/paths.ts'
import { clockText, dateTimeText, UK_ZONE } from '../../contracts/time-zones.ts'
import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import { cutoffBefore, hasPassedCutoff } from '../fixtures/cutoff.ts'
import { type FixtureEvent, fixtureEvents } from '../fixtures/events.ts'
import { evolveFixture, type FixtureState } from '../fixtures/fixture-state.ts'
import { isOver } from '../fixtures/match.ts'
import { because, matchText } from './sentences.ts'

const handled = only(fixtureEvents, 'FixtureRescheduled', 'FixturePostponed', 'FixtureCancelled')
type HandledEvent = EventsOf<typeof handled>

interface OfMatch {
  readonly fixtureId: number
  /** An administrator’s reason; null: from the fixtures source. */
  readonly reason: string | null
}

type MovedPayload =
  /** `closed`: the match takes no more picks. */
  | ({ readonly what: 'match-moved'; readonly kickoff: string; readonly closed: boolean } & OfMatch)
  | ({ readonly what: 'match-postponed' | 'match-cancelled' } & OfMatch)

/** Notifies everyone who has predicted a match that it was moved, postponed or cancelled. */
export const movedMatchNotifications: NotificationTemplates<HandledEvent, MovedPayload> = {
  events: typesOf(handled),
  reads: ['play'],
  async write(event, { log }) {
    const payload = payloadOf(event, await stateBefore(log, event))
    if (payload === null) return null
    // A notification written late, or again, must not reach players who picked the match on its new date.
    const rows = sql`
      select p.user_id, ${JSON.stringify(payload)}::jsonb as data from read.predictions p
      where p.fixture_id = ${payload.fixtureId}::int and p.created_at <= ${event.metadata.at}::timestamptz`
    return { kind: 'moved', rows }
  },
  sentences: {
    'match-moved': ({ fixtureId, kickoff, closed, reason }, names) => {
      const end = closed
        ? 'Your pick is closed and still counts'
        : `Picks close at ${clockText(cutoffBefore(kickoff), UK_ZONE)}`
      const text = `${matchText(names)} now kicks off on ${dateTimeText(kickoff, UK_ZONE)} UK time${because(reason)}. ${end}.`
      return { title: 'Match moved', text, link: matchPath(fixtureId) }
    },
    'match-postponed': ({ fixtureId, reason }, names) => ({
      title: 'Match postponed',
      text: `${matchText(names)} is postponed${because(reason)} and has no new date yet. We’ve kept your pick.`,
      link: matchPath(fixtureId),
    }),
    'match-cancelled': ({ fixtureId, reason }, names) => ({
      title: 'Match cancelled',
      text: `${matchText(names)} is cancelled${because(reason)}. It pays no points.`,
      link: matchPath(fixtureId),
    }),
  },
}

/** Null if the event does not move, postpone or cancel the match: a new date of a match that is over, or a repetition. */
function payloadOf(event: Recorded<HandledEvent>, before: FixtureState): MovedPayload | null {
  if (before.status === 'none') return null
  const { fixtureId, reason } = event.data
  switch (event.type) {
    case 'FixtureRescheduled': {
      const { kickoff } = event.data
      if (isOver(before.status) || kickoff === before.kickoff) return null
      const closed = event.data.closed || hasPassedCutoff({ ...before, kickoff }, event.metadata.at)
      return { what: 'match-moved', fixtureId, kickoff, closed, reason }
    }
    case 'FixturePostponed':
      return before.status === 'postponed' ? null : { what: 'match-postponed', fixtureId, reason }
    case 'FixtureCancelled':
      return before.status === 'cancelled' ? null : { what: 'match-cancelled', fixtureId, reason }
  }
}

async function stateBefore(
  log: Pick<EventLog, 'readStream'>,
  { stream, revision }: Recorded<HandledEvent>,
): Promise<FixtureState> {
  const events = (await log.readStream(stream)) as readonly Recorded<FixtureEvent>[]
  return events.filter((event) => event.revision < revision).reduce<FixtureState>(evolveFixture, { status: 'none' })
}
