import type { ProjectionGroup } from '../../src/slice/group.ts'
import {
  type AdministrationFact,
  administrationEvents,
  concernsAdministration,
  projectAdministration,
} from './projector.ts'
import { type AdministrationTables, administrationDdl, administrationVersion, administrationViews } from './tables.ts'

/** What administrators did, and how many accounts there are. */
export const administrationGroup: ProjectionGroup<AdministrationTables, AdministrationFact> = {
  name: 'administration',
  version: administrationVersion,
  events: administrationEvents,
  concerns: concernsAdministration,
  ddl: administrationDdl,
  views: administrationViews,
  project: projectAdministration,
}
