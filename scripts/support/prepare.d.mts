/** Builds the UI if its sources have changed. Returns false if the build fails. */
export function buildUi(node24: string): boolean

/** Files on which the built UI depends. */
export function uiSources(): string[]

/** True if a Node version, such as `v24.21.0`, can run PLP. */
export function runsPlp(version: string): boolean

/** Memory limits of V8 for `npm start`. */
export const V8_LIMITS: readonly string[]
/** Path of the script of a package's program. */
export function packageBin(program: string): string

type Packages = Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>

/** Compares packages of a lock file with installed ones. */
export function haveAll(wanted: Packages, present: Packages, env: NodeJS.ProcessEnv): boolean
