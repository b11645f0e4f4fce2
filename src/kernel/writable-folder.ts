import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { BadSetting } from './setting.ts'

/**
 * Makes the folder of `DATA_DIR` where there is none, and writes into it to see whether that works. Throws `BadSetting` where it
 * does not: rights and links tell less than a try.
 */
export function writableFolder(folder: string): void {
  try {
    makeFolder(folder)
    rmdirSync(mkdtempSync(path.join(folder, '.plp-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadSetting(`DATA_DIR takes a folder that PLP can write to, which ${folder} is not (${code})`)
  }
}

/** One after the other: `mkdir` with `recursive` never ends where the system makes none, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
