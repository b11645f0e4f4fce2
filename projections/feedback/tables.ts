import { BY_STATUS } from '../../src/feedback/by-status.ts'
import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const feedbackVersion = 1

/** Tables of the group `feedback`. `votes` of an entry counts its rows in `votes`: lists are ordered by it. */
export const feedbackDdl = `
create table feedback (
  id integer primary key,
  user_id integer,
  category text collate "C" not null,
  title text not null,
  description text not null,
  priority text collate "C" not null,
  status text collate "C" not null,
  admin_response text,
  answered_by_user_id integer,
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  votes integer not null
);
create index feedback_user on feedback (user_id);
create index feedback_answered on feedback (answered_by_user_id);

create table votes (
  feedback_id integer not null,
  user_id integer not null,
  primary key (feedback_id, user_id)
);
create index votes_user on votes (user_id);

create table erased (
  user_id integer primary key
);
`

export const feedbackIndexes = `
create index feedback_by_votes on feedback (votes desc, id desc);
create index feedback_by_status on feedback ((${BY_STATUS}), id desc);
`

export interface FeedbackTables {
  feedback: ReadModels['read.feedback']
  votes: ReadModels['read.feedback_votes']
  erased: { user_id: number }
}

export const feedbackViews: readonly ReadView[] = [
  {
    name: 'feedback',
    doc:
      'One row a feedback; a higher `id` came later. `user_id`: its author, null once they are deleted, as is `answered_by_user_id`, the ' +
      'administrator who gave the answer. `votes`: how many players have voted for it.',
  },
  {
    name: 'feedback_votes',
    sql: 'select feedback_id, user_id from votes',
    doc: 'One row a player and feedback that they have voted for.',
  },
]
