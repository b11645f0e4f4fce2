import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder where there is none, and writes into it to see whether that works. Throws the error of the system where it
 * does not: rights and links tell less than a try.
 */
export function writableFolder(folder: string): void {
  makeFolder(folder)
  rmdirSync(mkdtempSync(path.join(folder, '.plp-')))
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
