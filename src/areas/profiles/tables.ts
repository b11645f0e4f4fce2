import { erased, integer, readModel, table, text, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof profileTables> {}
}

const personal = { nullable: true, hidden: 'it says who somebody is' } as const

export const profileTables = readModel(
  {
    profiles: table({
      doc:
        'One row a person who has said something of themselves. What they are called and look like to others stands in `people`. `phone` is for ' +
        'the person alone. `favorite_team` is a club.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        first_name: text('The first name; null: none was given.', personal),
        last_name: text('The last name; null: none was given.', personal),
        bio: text('What the player says of themselves; null: nothing.', personal),
        location: text('Where they say they are; null: nothing is said.', personal),
        phone: text('A telephone number, for the player alone; null: none was given.', personal),
        favorite_team: integer('The favourite club, by `teams.id`; null: none was chosen.', { nullable: true }),
      },
      key: ['user_id'],
    }),
  },
  { erased },
)
