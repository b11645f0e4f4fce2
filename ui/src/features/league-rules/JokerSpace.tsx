import { store, stored } from '../../lib/storage.ts'

const KEY = 'plp.joker-space'

/** Keeps the height of the bar on the device, in pixels, for `JokerSpace`. */
export const keepJokerSpace = (height: number): void => void store(KEY, height > 0 ? String(height) : null)

/** As high as the bar of jokers was on this device, so that nothing moves when it arrives. */
export function JokerSpace() {
  const height = Number(stored(KEY))
  return height > 0 && <div style={{ minHeight: height }} />
}
