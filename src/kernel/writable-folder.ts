import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { BadSetting } from './setting.ts'

/**
 * Creates the folder of `DATA_DIR` if missing, and checks with a write that it is writable: permissions and links are not
 * conclusive. Throws `BadSetting` otherwise.
 */
export function writableFolder(folder: string): void {
  try {
    makeFolder(folder)
    rmdirSync(mkdtempSync(path.join(folder, '.plp-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadSetting(`DATA_DIR takes a folder that PLP can write to; cannot write to ${folder} (${code})`)
  }
}

/** Creates folders one at a time: `mkdir` with `recursive` never returns below folders such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
