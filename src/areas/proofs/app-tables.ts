import { appTable, type RowsOfTables } from '../../database/app-tables.ts'
import { bytes } from '../../slice/table.ts'

declare module '../../database/app-tables.ts' {
  interface AppTables extends RowsOfTables<typeof sealAppTables> {}
}

export const sealAppTables = {
  'app.seal_entries': appTable({
    doc: 'The sorted entries of a sealed tree, 32 bytes each, by the root of the tree. They outlive erased players, whose salts are gone.',
    columns: { root: bytes(), entries: bytes() },
    key: ['root'],
    // Hashes do not compress.
    afterCreate: 'alter table app.seal_entries alter entries set storage external',
  }),
}
