import { code, integer, readModel, smallint, table, text, timestamp, type ViewsOf } from '../../slice/table.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof sealTables> {}
}

export const sealTables = readModel({
  seals: table({
    doc: 'One row per seal, of the picks of a match (`fixture_id`) or of the board after a gameweek (`season`, `gameweek`). Public.',
    columns: {
      number: integer('Number of the seal, from 1.'),
      fixture_id: integer('The match whose picks are sealed, by `fixtures.id`; null: a board.', { nullable: true }),
      season: code('Season of the board; null: picks of a match.', { nullable: true }),
      gameweek: smallint('Gameweek after which the board is sealed; null: picks of a match.', { nullable: true }),
      sealed_at: timestamp('Time of the seal.'),
      size: integer('Number of sealed picks, or of rows of the board.'),
      root: code('Root of the tree, in base64.'),
      checkpoint: text('The signed checkpoint.'),
    },
    key: ['number'],
    constraints: ['unique (fixture_id)', 'unique (season, gameweek)'],
  }),
})
