import type { ProjectionGroup } from './group.ts'

/** Schema of the views that queries of nodes of this version use. */
export const viewSchemaOf = ({ name, version }: Pick<ProjectionGroup, 'name' | 'version'>): string =>
  `read_${name}_${version}`

/** The schema of each view, for queries of these groups' versions. */
export const viewSchemasOf = (groups: readonly ProjectionGroup[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap((group) => group.views.map(({ name }) => [name, viewSchemaOf(group)] as const)))
