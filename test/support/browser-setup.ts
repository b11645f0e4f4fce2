import { buildUi } from '../../scripts/support/prepare.mjs'
import { prepareBrowser } from './browser.ts'

/** Builds the pages that browser tests open if they are stale, and prepares the browser. */
export default async function setup(): Promise<void> {
  if (!buildUi(process.execPath)) throw new Error('The UI does not build')
  await prepareBrowser()
}
