import type { ProjectionGroup } from '../../src/slice/group.ts'
import { projectSharing, type SharingFact, sharingEvents } from './projector.ts'
import { type SharingTables, sharingDdl, sharingIndexes, sharingVersion, sharingViews } from './tables.ts'

/** Shares, their likes, comments and views, and reports of them. */
export const sharingGroup: ProjectionGroup<SharingTables, SharingFact> = {
  name: 'sharing',
  version: sharingVersion,
  events: sharingEvents,
  ddl: sharingDdl,
  indexes: sharingIndexes,
  views: sharingViews,
  project: projectSharing,
}
