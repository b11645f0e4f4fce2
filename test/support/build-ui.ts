import { buildUi } from '../../scripts/support/prepare.mjs'

/** The pages that browser tests open, built when they are stale. */
export default function setup(): void {
  if (!buildUi(process.execPath)) throw new Error('The UI does not build')
}
