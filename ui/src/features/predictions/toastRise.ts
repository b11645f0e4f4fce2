/** A toast of a few lines, in em: below a bar that stands higher it has room. */
const TOAST = 10

/** How far toasts rise from the foot of the window, so that none lies over the save bar, which stands there or higher. */
export function toastRise(bar: { readonly top: number; readonly bottom: number }, foot: number, em: number): number {
  const below = foot - bar.bottom
  return below < TOAST * em ? Math.max(0, foot - bar.top) : 0
}
