import { count, counted } from './numbers.ts'

/** Figures of a player's picks, as responses carry them. `accuracy` is a percentage of the settled ones. */
interface Picks {
  readonly totalPredictions: number
  readonly correctPredictions: number
  readonly settledPredictions: number
  readonly accuracy: number
}

/** `48%`; `–` without a settled pick. */
export const accuracyText = ({
  accuracy,
  settledPredictions,
}: Pick<Picks, 'accuracy' | 'settledPredictions'>): string => (settledPredictions === 0 ? '–' : `${accuracy}%`)

type Settled = Pick<Picks, 'correctPredictions' | 'settledPredictions'>

/** `48%` of several players' picks together; `–` without a settled one. */
export const shareText = ({ correctPredictions, settledPredictions }: Settled): string =>
  settledPredictions === 0 ? '–' : `${Math.round((100 * correctPredictions) / settledPredictions)}%`

/** `54 of 113 right`; `None played yet` without a settled pick. */
export const ofText = ({ correctPredictions, settledPredictions }: Settled): string =>
  settledPredictions === 0 ? 'None played yet' : `${count(correctPredictions)} of ${count(settledPredictions)} right`

/** `54 of 113 right`: what an accuracy is a share of. `10 picks, none played yet` without a settled pick. */
export function rightText(picks: Omit<Picks, 'accuracy'>): string {
  const { totalPredictions, settledPredictions } = picks
  if (settledPredictions > 0) return ofText(picks)
  return totalPredictions === 0 ? 'No picks yet' : `${counted(totalPredictions, 'pick')}, none played yet`
}

/** `54 of 113 right · 48%`, with ` · 130 picks` if some are not settled. */
export function accuracyLine(picks: Picks): string {
  const { totalPredictions, settledPredictions } = picks
  if (settledPredictions === 0) return rightText(picks)
  const all = totalPredictions === settledPredictions ? '' : ` · ${counted(totalPredictions, 'pick')}`
  return `${rightText(picks)} · ${accuracyText(picks)}${all}`
}
