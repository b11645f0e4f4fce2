import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Names, NotificationTemplates } from '../../slice/notifications.ts'
import { often } from '../../slice/words.ts'
import { leagueOf, type OfLeague } from '../leagues/notifications.ts'
import { leagueTeamEvents } from './events.ts'

const handled = only(leagueTeamEvents, 'LeagueTeamLeft', 'LeagueTeamRoleChanged')

type TeamPayload =
  | ({ readonly what: 'team-role'; readonly teamId: number; readonly role: 'captain' | 'vice-captain' } & OfLeague)
  | ({ readonly what: 'removed-from-team'; readonly teamId: number } & OfLeague)

/** Notifies members of a new role in a team, and of their removal. */
export const teamNotifications: NotificationTemplates<EventsOf<typeof handled>, TeamPayload> = {
  events: typesOf(handled),
  reads: ['leagues'],
  write(event) {
    const { leagueId, teamId, userId } = event.data
    const league = ''
    if (userId === event.metadata.actor) return null
    if (event.type === 'LeagueTeamLeft') {
      if (event.data.how !== 'removed') return null
      return { kind: 'league', userId, payload: { what: 'removed-from-team', leagueId, league, teamId } }
    }
    const { role } = event.data
    return role === 'member'
      ? null
      : { kind: 'league', userId, payload: { what: 'team-role', leagueId, league, teamId, role } }
  },
  sentences: {
    'team-role'(payload, names, count) {
      const { team, link } = teamOf(payload, names)
      const title = payload.role === 'captain' ? 'You are captain' : 'You are vice-captain'
      const text =
        count > 1
          ? `You were made the ${payload.role} of ${team}${often(count)}.`
          : `You are now the ${payload.role} of ${team}.`
      return { title, text, link }
    },
    'removed-from-team'(payload, names, count) {
      const { team, link } = teamOf(payload, names)
      return { title: 'Removed from a team', text: `You were removed from ${team}${often(count)}.`, link }
    },
  },
  subjects: {
    'team-role': ({ teamId, role }) => ({ subject: `team-role ${teamId} ${role}`, part: null }),
    'removed-from-team': ({ teamId }) => ({ subject: `removed-from-team ${teamId}`, part: null }),
  },
}

function teamOf(payload: OfLeague, names: Names): { team: string; link: string } {
  const { name, link } = leagueOf(payload, names)
  return { team: `${names.team ?? 'a team'} in ${name}`, link }
}
