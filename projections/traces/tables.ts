import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const tracesVersion = 1

/** Tables of the group `traces`. Its one index is the key: it is read for one person at a time. */
export const tracesDdl = `
create table traces (
  user_id integer not null,
  stream text collate "C" not null,
  is_own boolean not null,
  revisions integer[] not null,
  primary key (user_id, stream)
);

create table erased (
  user_id integer primary key
);
`

export interface TracesTables {
  traces: ReadModels['read.traces']
  erased: { user_id: number }
}

export const tracesViews: readonly ReadView[] = [
  {
    name: 'traces',
    doc: 'Where in the log a person has left something: a row for each of their streams, and for each of others with an event that they did or that names them. Their picks and badges are found by the rows of predictions and achievement_badges.',
  },
]
