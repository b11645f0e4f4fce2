/** Height of a toast of a few lines, in em. If that much is free below the bar, toasts fit there. */
const TOAST = 10

/** Offset of toasts from the foot of the window in px, so that none covers the save bar. */
export function toastRise(bar: { readonly top: number; readonly bottom: number }, foot: number, em: number): number {
  const below = foot - bar.bottom
  return below < TOAST * em ? Math.max(0, foot - bar.top) : 0
}
