import type { ReadView } from '../../src/slice/group.ts'
import type { ReadModels } from '../../src/slice/read-models.ts'

/** Raise it when a table or the projector's logic changes. */
export const profilesVersion = 1

export const profilesDdl = `
create table profiles (
  user_id integer primary key,
  first_name text,
  last_name text,
  bio text,
  location text,
  phone text,
  favorite_team integer
);

create table erased (
  user_id integer primary key
);
`

export interface ProfilesTables {
  profiles: ReadModels['read.profiles']
  erased: { user_id: number }
}

export const profilesViews: readonly ReadView[] = [
  {
    name: 'profiles',
    doc:
      'One row a person who has said something of themselves. What they are called and look like to others stands in `people`. `phone` is for ' +
      'the person alone. `favorite_team` is a club.',
  },
]
