import type { ProjectionGroup } from '../../src/slice/group.ts'
import { concernsPlay, type PlayFact, playEvents, projectPlay } from './projector.ts'
import { playDdl, playIndexes, playVersion, playViews } from './tables.ts'

/** Fixtures, predictions and everything that is counted from them: one checkpoint, one transaction. */
export const playGroup: ProjectionGroup<unknown, PlayFact> = {
  name: 'play',
  version: playVersion,
  events: playEvents,
  concerns: concernsPlay,
  ddl: playDdl,
  indexes: playIndexes,
  views: playViews,
  project: projectPlay,
}
