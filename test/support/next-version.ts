// Loaded before the program (node --import): the next version of the code. Its read model of play names clubs in capitals, so an answer
// shows which version's tables its query has read.
import { setTimeout as sleep } from 'node:timers/promises'
import { groups } from '../../src/areas/index.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'

type Changeable = { -readonly [Key in keyof ProjectionGroup]: ProjectionGroup[Key] }

/** Milliseconds before each page of events, so that a build can be interrupted. */
const slowness = Number(process.env.TEST_SLOW_BUILD ?? 0)
const play: Changeable = groups.find(({ name }) => name === 'play')!
const { project } = play
play.version += 1
play.views = play.views.map((view) =>
  view.name === 'teams'
    ? { ...view, sql: view.sql!.replace(' short_name,', ' upper(short_name) as short_name,') }
    : view,
)
play.project = async (tx, events) => {
  if (slowness > 0) await sleep(slowness)
  return project(tx, events)
}
