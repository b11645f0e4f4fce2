import { ContainerModule } from 'inversify'
import { administrationRoutes } from '../administration/routes.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'

/** What administrators do with the read models, and what players have reported to them. */
export const administration: Area = {
  name: 'administration',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, engine, logger) => administrationRoutes({ db, engine, logger }),
      [TYPES.Database, TYPES.Engine, TYPES.Logger],
    )
  }),
}
