import type { Event } from '../../src/kernel/event.ts'
import type { Namings } from '../../src/kernel/naming.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { createTracing } from './projector.ts'
import { type TracesTables, tracesDdl, tracesVersion, tracesViews } from './tables.ts'

/** Events that leave no trace, and why a person is given them, or what they say, all the same. */
const elsewhere: Readonly<Record<string, string>> = {
  UserLoggedIn: 'the registration has left one in the same stream',
  PredictionSubmitted: 'the row of the prediction leads to its stream',
  PredictionUpdated: 'the row of the prediction leads to its stream',
  AchievementUnlocked: 'the row of the badge leads to its stream',
  CupRoundDrawn: 'a word about many at once: each has rows of it',
  CupRoundDecided: 'a word about many at once: each has rows of it',
  KnockoutRoundDecided: 'a word about many at once: each has rows of it',
}

/** The streams of the log by the people who did something there or are named there. */
export function createTracesGroup(namings: Namings): ProjectionGroup<TracesTables, Event> {
  const { concerns, project } = createTracing(namings)
  return {
    name: 'traces',
    version: tracesVersion,
    events: Object.keys(namings).filter((type) => !(type in elsewhere)),
    concerns,
    ddl: tracesDdl,
    views: tracesViews,
    project,
  }
}
