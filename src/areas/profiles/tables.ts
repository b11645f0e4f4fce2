import { erased, integer, readModel, table, text, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof profileTables> {}
}

const personal = { nullable: true, hidden: 'it identifies a person' } as const

export const profileTables = readModel(
  {
    profiles: table({
      doc:
        'One row per person with a profile field. The display name and picture that others see are in `people`. `phone` is visible to ' +
        'the person only. `favorite_team` is a club.',
      columns: {
        user_id: integer(null, { dataSubject: 'deletes' }),
        first_name: text('The first name; null: not set.', personal),
        last_name: text('The last name; null: not set.', personal),
        bio: text('The biography, by the player; null: not set.', personal),
        location: text('The location, by the player; null: not set.', personal),
        phone: text('A telephone number, visible to the player only; null: not set.', personal),
        favorite_team: integer('The favourite club, by `teams.id`; null: not set.', { nullable: true }),
      },
      key: ['user_id'],
    }),
  },
  { erased },
)
