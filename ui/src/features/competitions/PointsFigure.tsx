import { count, wordFor } from '../../lib/numbers.ts'
import { Num } from '../../ui/layout.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export function PointsFigure({ points }: { points: number }) {
  return (
    <Num>
      {count(points)}
      <VisuallyHidden> {wordFor(points, 'point')}</VisuallyHidden>
    </Num>
  )
}
