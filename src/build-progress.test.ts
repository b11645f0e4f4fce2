import { describe, expect, it } from 'vitest'
import { createBuildProgress } from './build-progress.ts'
import type { EngineStatus, ProjectionStatus } from './slice/projection-status.ts'

type Group = Pick<ProjectionStatus, 'name' | 'liveVersion' | 'events' | 'rebuilding'>

const statusOf = (groups: readonly Group[]): EngineStatus => ({
  ...{ node: 'n', leader: true, deadLetters: [] },
  projections: groups.map((group) => ({
    ...{ kind: 'group', version: 2, checkpoint: null, head: null, behind: true, paused: null, generation: null },
    ...{ rebuildError: null, ...group },
  })),
})
const groups = [
  { name: 'people', events: ['UserRegistered'] },
  { name: 'play', events: ['UserRegistered', 'PredictionSubmitted'] },
  { name: 'chat', events: ['MessagePosted'] },
]
const counts = new Map([
  ['UserRegistered', 10],
  ['PredictionSubmitted', 90],
  ['MessagePosted', 1],
])
const waiting = { liveVersion: null, events: 0, rebuilding: null }

describe('progress of a build', () => {
  it('counts the events of what is missing or outdated, and stops when all is built', async () => {
    let now: readonly Group[] = [
      { ...waiting, name: 'people', rebuilding: { name: 'people', done: 4, total: null } },
      { ...waiting, name: 'play', liveVersion: 1 },
      { name: 'chat', liveVersion: 2, events: 1, rebuilding: null },
    ]
    const progress = createBuildProgress({
      engine: { status: async () => statusOf(now) },
      groups,
      log: { countByType: async () => counts },
    })
    expect(await progress()).toEqual({ done: 4, total: 110 })
    const built = { liveVersion: 2, rebuilding: null }
    const done = (count: number) => ({ name: 'play', done: count, total: null })
    now = [
      { ...built, name: 'people', events: 10 },
      { ...waiting, name: 'play', rebuilding: done(50) },
      { ...built, name: 'chat', events: 1 },
    ]
    expect(await progress()).toEqual({ done: 60, total: 110 })
    now = now.map((group) => (group.name === 'play' ? { ...built, name: 'play', events: 100 } : group))
    expect(await progress()).toBeNull()
  })

  it('has no total where the log cannot count', async () => {
    const now = [{ ...waiting, name: 'people', rebuilding: { name: 'people', done: 4, total: null } }]
    const progress = createBuildProgress({
      engine: { status: async () => statusOf(now) },
      groups: groups.slice(0, 1),
      log: {},
    })
    expect(await progress()).toEqual({ done: 4, total: null })
  })
})
