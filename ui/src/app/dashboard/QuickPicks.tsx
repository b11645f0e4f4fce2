import { useState } from 'react'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { undoToast } from '../../features/predictions/undoToast.tsx'
import { isUnpicked, type Predictor } from '../../features/predictions/usePredictor.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/layout.ts'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'

const Bar = styled(Row)`
  min-height: 44px;
  padding: 6px var(--s3-4);
  border-bottom: 1px solid var(--line);
  font-size: var(--t1);

  & b {
    font-weight: 600;
  }
  @container page (width < 37.5rem) {
    & b {
      flex-basis: 100%;
    }
  }
`

/** Share of picked matches from which the number still missing is shown. */
const NEARLY = 0.6

/** `Only 4 to go`, once six of ten matches have a pick; null before. */
export const toGoText = (left: number, matches: number): string | null =>
  left > 0 && left <= matches * (1 - NEARLY) ? `Only ${left} to go` : null

const WAYS = { placed: 'Better placed club', mine: 'My last scores', random: 'Random' } as const
type Way = keyof typeof WAYS

interface QuickPicksProps {
  readonly predictor: Predictor
  readonly predictions: readonly Prediction[]
}

/** Fills matches without a pick with unsaved picks. It stays until the page is left, so that nothing moves. */
export function QuickPicks({ predictor, predictions }: QuickPicksProps) {
  const { mutate } = useSWRConfig()
  const { busy, run } = useAction<Way>()
  const open = predictor.rows.filter(isUnpicked).map(({ fixture }) => fixture)
  const [isShown] = useState(open.length > 0)
  if (!isShown) return null

  async function picksBy(way: Way, fixtures: readonly Fixture[]) {
    const quick = await import('../../features/predictions/quickPicks.ts')
    if (way === 'random') return quick.randomScores(fixtures)
    if (way === 'mine') return quick.lastScores(fixtures, predictions)
    const { key } = shared.clubs
    return quick.betterPlaced(fixtures, (await mutate<TableRow[]>(key, http<TableRow[]>(key))) ?? [])
  }

  async function fill(way: Way) {
    const outcome = await run(() => picksBy(way, open), { failed: 'Failed to fill in your picks' }, way)
    if (!outcome.isDone) return
    const { count, undo } = predictor.fill(outcome.answer)
    if (count === 0) {
      toast({ variant: 'notice', title: 'Nothing filled in', description: 'You have no earlier score for both clubs.' })
      return
    }
    const title = `${counted(count, 'pick')} filled in`
    undoToast({ title, description: 'Change what you like, then save.' }, undo)
  }

  if (open.length === 0) return <Bar>Every open match has a pick.</Bar>
  return (
    <Bar role="group" aria-label="Quick picks">
      <b>{toGoText(open.length, predictor.rows.length) ?? 'Quick picks'}</b>
      {Object.entries(WAYS).map(([way, label]) => (
        <Button key={way} size="sm" busy={busy === way} onClick={() => void fill(way as Way)}>
          {label}
        </Button>
      ))}
    </Bar>
  )
}
