/** Builds the UI when its sources are not those of the last build; false when it does not build. */
export function buildUi(node24: string): boolean
