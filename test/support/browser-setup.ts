import { buildUi } from '../../scripts/support/prepare.mjs'
import { prepareBrowser } from './browser.ts'

/** The pages that browser tests open, built when they are stale, and the browser to open them with. */
export default async function setup(): Promise<void> {
  if (!buildUi(process.execPath)) throw new Error('The UI does not build')
  await prepareBrowser()
}
