import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Recorded } from '../../kernel/event.ts'
import { type Names, type NotificationTemplates, partOfPerson } from '../../slice/notifications.ts'
import { often, withOthers } from '../../slice/words.ts'
import { type LeagueEvent, leagueEvents } from './events.ts'

const handled = only(leagueEvents, 'LeagueJoined', 'LeagueLeft', 'LeagueAdminChanged')

/**
 * A payload about a league. `league`: the name known to the player, used when they may no longer see the league. If
 * empty, the insert statement fills it in for players who may see the league.
 */
export interface OfLeague {
  readonly leagueId: number
  readonly league: string
}

type LeaguePayload =
  | ({ readonly what: 'member-joined'; readonly personId: number } & OfLeague)
  | ({ readonly what: 'removed-from-league' } & OfLeague)
  /** `personId`: who handed the league over; null: the previous admin has left. */
  | ({ readonly what: 'league-admin'; readonly personId: number | null } & OfLeague)

/** Name of a payload’s league as the reader may see it, and a link. */
export const leagueOf = ({ leagueId, league }: OfLeague, names: Names): { name: string; link: string } => ({
  name: names.league ?? (league || 'a league'),
  link: names.seesLeague ? `/leagues/${leagueId}` : '/leagues',
})

/** Notifications of joins, removals and new admins. */
export const leagueNotifications: NotificationTemplates<EventsOf<typeof handled>, LeaguePayload> = {
  events: typesOf(handled),
  reads: ['leagues'],
  async write(event, { log }) {
    const { actor } = event.metadata
    const { leagueId, userId } = event.data
    const league = ''
    if (event.type === 'LeagueJoined')
      return { kind: 'league', userId: null, payload: { what: 'member-joined', leagueId, league, personId: userId } }
    if (userId === actor) return null
    if (event.type === 'LeagueAdminChanged') {
      const personId = event.data.how === 'handed-over' ? actor : null
      return { kind: 'league', userId, payload: { what: 'league-admin', leagueId, league, personId } }
    }
    if (event.data.how !== 'removed') return null
    const payload = { what: 'removed-from-league', leagueId, league: await nameAt(log, event) } as const
    return { kind: 'league', userId, payload }
  },
  sentences: {
    'member-joined'(payload, names, count) {
      const { name, link } = leagueOf(payload, names)
      const title = count === 1 ? 'New member' : 'New members'
      return { title, text: `${withOthers(names.person, count)} joined ${name}.`, link }
    },
    'removed-from-league'(payload, names, count) {
      const { name, link } = leagueOf(payload, names)
      return { title: 'Removed from a league', text: `You were removed from ${name}${often(count)}.`, link }
    },
    'league-admin'(payload, names, count) {
      const { name, link } = leagueOf(payload, names)
      const person = payload.personId === null ? null : withOthers(names.person, 1)
      return { title: 'You are league admin', text: leadText(person, name, often(count)), link }
    },
  },
  subjects: {
    'member-joined': ({ leagueId, personId }) => ({
      subject: `member-joined ${leagueId}`,
      part: partOfPerson(personId),
    }),
    'removed-from-league': ({ leagueId }) => ({ subject: `removed-from-league ${leagueId}`, part: null }),
    'league-admin': ({ leagueId }) => ({ subject: `league-admin ${leagueId}`, part: null }),
  },
}

/** The league’s name at an event: a removed member must not learn later names. */
async function nameAt(
  log: Parameters<(typeof leagueNotifications)['write']>[1]['log'],
  { stream, revision }: Recorded<LeagueEvent>,
): Promise<string> {
  const events = await log.readStream(stream)
  const naming = events.findLast((event) => event.revision < revision && 'name' in (event.data as object))
  return (naming?.data as { name?: string } | undefined)?.name ?? ''
}

/** `person`: who handed the league over; null: the previous admin has left. */
function leadText(person: string | null, league: string, times: string): string {
  if (times) return `You were made the admin of ${league}${times}${person === null ? '' : `, last by ${person}`}.`
  if (person === null) return `You are now the admin of ${league}. The last admin has left.`
  return `${person} made you the admin of ${league}.`
}
