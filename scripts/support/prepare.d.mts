/** Options of the server's V8, as `npm start` gives them. */
export const LIMITS: readonly string[]

/** Builds the UI when its sources are not those of the last build; false when it does not build. */
export function buildUi(node24: string): boolean

/** Whether a version of Node, like `v24.21.0`, is recent enough to run PLP. */
export function runsPlp(version: string): boolean
