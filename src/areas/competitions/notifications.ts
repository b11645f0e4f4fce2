import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import { ordinal, signed } from '../../slice/words.ts'
import { competitionEvents } from './events.ts'

const handled = only(competitionEvents, 'CompetitionEnded', 'PrizeBooked')

interface PrizePayload {
  readonly what: 'prize'
  readonly competitionId: number
  readonly points: number
  readonly place: number | null
  readonly corrected: boolean
}

/** Season facts known at each competition’s end, by id. A prize booked by later facts is a correction. */
type Ends = Readonly<Record<string, number>>

/** Notifications of prizes and of their corrections. */
export const competitionNotifications: NotificationTemplates<EventsOf<typeof handled>, PrizePayload, Ends> = {
  events: typesOf(handled),
  reads: [],
  remembers: {
    as: 'ended',
    initially: {},
    fold: (ended, { type, data }) =>
      type === 'CompetitionEnded' ? { ...ended, [data.competitionId]: data.asOf } : ended,
  },
  write(event, { memory: ended }) {
    if (event.type === 'CompetitionEnded' || event.data.points === 0) return null
    const { competitionId, asOf, userId, points, place } = event.data
    const corrected = ended[competitionId] !== asOf
    return { kind: 'prize', userId, payload: { what: 'prize', competitionId, points, place, corrected } }
  },
  sentences: {
    prize({ competitionId, points, place, corrected }, { competition }) {
      const name = competition ?? 'a competition'
      const link = `/competitions/${competitionId}`
      const paid = signed(points)
      if (!corrected && place !== null)
        return { title: 'Competition prize', text: `You finished ${ordinal(place)} in ${name}: ${paid}.`, link }
      const standing =
        place === null ? `no longer among the first three of ${name}` : `now ${ordinal(place)} in ${name}`
      return { title: 'Prize corrected', text: `After a corrected result you are ${standing}: ${paid}.`, link }
    },
  },
}
