import { sql } from 'kysely'
import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { Ruleset } from '../league-rules/contract.ts'
import { leagueEvents } from './events.ts'
import { leagueOf, type OfLeague } from './notifications.ts'

const handled = only(leagueEvents, 'LeagueRulesChanged', 'LeagueRulesWithdrawn')

/** `personId`: the admin who changed them; null: not a player. */
type RulesPayload =
  | ({
      readonly what: 'league-rules-changed'
      readonly personId: number | null
      readonly gameweek: number
      readonly rules: Ruleset
    } & OfLeague)
  | ({
      readonly what: 'league-rules-withdrawn'
      readonly personId: number | null
      readonly gameweek: number
    } & OfLeague)

/** Notifies all other members of a change of rules, and of its withdrawal. */
export const leagueRuleNotifications: NotificationTemplates<EventsOf<typeof handled>, RulesPayload> = {
  events: typesOf(handled),
  reads: ['leagues'],
  write(event) {
    const { leagueId, fromGameweek: gameweek } = event.data
    const personId = event.metadata.actor
    const payload =
      event.type === 'LeagueRulesChanged'
        ? { what: 'league-rules-changed', leagueId, personId, gameweek, rules: event.data.rules }
        : { what: 'league-rules-withdrawn', leagueId, personId, gameweek }
    const rows = sql`
      select m.user_id, ${JSON.stringify(payload)}::jsonb || jsonb_build_object('league', l.name) as data
      from read.league_members m join read.leagues l on l.id = m.league_id
      where m.league_id = ${leagueId}::int and m.user_id is distinct from ${personId}::int`
    return { kind: 'league', rows }
  },
  sentences: {
    'league-rules-changed'(payload, names) {
      const { name, link } = pageOf(payload, names)
      const { gameweek, rules } = payload
      const text = `${names.person ?? 'The admin'} changed the rules of ${name}: ${inWords(rules)}. What you have stays.`
      return { title: `New rules from gameweek ${gameweek}`, text, link }
    },
    'league-rules-withdrawn'(payload, names) {
      const { name, link } = pageOf(payload, names)
      const text = `${names.person ?? 'The admin'} took the new rules of ${name} back. Gameweek ${payload.gameweek} counts as before.`
      return { title: 'New rules taken back', text, link }
    },
  },
}

function pageOf(payload: OfLeague, names: Parameters<typeof leagueOf>[1]) {
  const { name, link } = leagueOf(payload, names)
  return { name, link: names.seesLeague ? `${link}/rules` : link }
}

function inWords({ result, goalDifference, exact, joker, lateJoiners }: Ruleset): string {
  const difference = goalDifference > 0 ? `, goal difference ${goalDifference}` : ''
  const more = `${joker ? ', one joker a gameweek' : ''}${lateJoiners === 'joining' ? ', late joiners start from nothing' : ''}`
  return `the result pays ${result}${difference}, the exact score ${exact}${more}`
}
