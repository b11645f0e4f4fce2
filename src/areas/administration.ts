import { ContainerModule } from 'inversify'
import { administrationRoutes } from '../administration/routes.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'

/** What administrators do with the read models. */
export const administration: Area = {
  name: 'administration',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      (engine, logger) => administrationRoutes({ engine, logger }),
      [TYPES.Engine, TYPES.Logger],
    )
  }),
}
