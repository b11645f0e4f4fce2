import type { ProjectionState } from '../../../../src/areas/administration/contract.ts'
import type { BadgeTone } from '../../ui/Badge.tsx'

export function wordOf({ error, rebuilding, behind }: ProjectionState): { word: string; tone: BadgeTone } {
  if (error !== null) return { word: 'Stopped', tone: 'bad' }
  if (rebuilding) return { word: `Rebuilding ${percentOf(rebuilding)}`.trim(), tone: 'draft' }
  return behind ? { word: 'Catching up', tone: 'draft' } : { word: 'Up to date', tone: 'ok' }
}

/** Whole percent of a rebuild, or the number of events if the total is unknown. */
export function percentOf({ done, total }: { done: number; total: number | null }): string {
  if (!total) return `${done.toLocaleString('en-GB')} events`
  return `${Math.min(100, Math.floor((100 * done) / total))}%`
}
