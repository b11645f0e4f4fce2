declare module '@bcoe/v8-coverage' {
  import type { Profiler } from 'node:inspector'

  export type ScriptCov = Profiler.ScriptCoverage
  /** Sums the counts of one script in several processes; undefined for none. */
  export function mergeScriptCovs(scripts: readonly ScriptCov[]): ScriptCov | undefined
}
