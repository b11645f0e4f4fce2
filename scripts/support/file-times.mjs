// Stores the latest result of each test file, slowest first, in test/.artifacts/times.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('./file-times.d.mts').TestFile} TestFile */

/** Merges the files of a run into those of earlier runs, without deleted files. */
export function keepTimes(/** @type {string} */ file, /** @type {readonly TestFile[]} */ files) {
  const names = new Set(files.map(({ name }) => name))
  /** @type {TestFile[]} */
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).files ?? []) : []
  const others = before.filter(({ name }) => !names.has(name) && existsSync(name))
  const all = [...files, ...others].sort((a, b) => b.duration - a.duration)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ files: all }, null, 1))
}

/** The ten slowest files of a run, one line each. */
export function slowest(/** @type {string} */ root, /** @type {readonly TestFile[]} */ files) {
  return [...files]
    .sort((a, b) => b.duration - a.duration)
    .slice(0, 10)
    .map(({ name, duration }) => `${(duration / 1_000).toFixed(1).padStart(7)} s  ${path.relative(root, name)}`)
}
