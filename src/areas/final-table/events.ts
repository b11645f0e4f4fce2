import { byCall, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'

/** Stream of a player’s prediction: the name makes it unique per player and season. */
export const finalTableStream = (userId: number, season: string): string => `final-table-${userId}-${season}`

/** Stream `final-table-{user}-{season}`. `clubIds`: the clubs from first to last; each event replaces the one before. */
export const finalTableEvents = purgeable([], {
  FinalTablePredicted: event<{ userId: number; season: string; clubIds: number[] }>({
    test: byCall('PUT /api/final-table'),
  }),
})
export type FinalTableEvent = EventsOf<typeof finalTableEvents>
