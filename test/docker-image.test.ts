import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { packageBin } from '../scripts/support/prepare.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const linesOf = (file: string): readonly string[] => readFileSync(path.join(root, file), 'utf8').split('\n')

test('R520: the files that the Dockerfile copies are enough to build the pages', () => {
  const dockerfile = linesOf('Dockerfile')
  const stage = dockerfile.slice(
    0,
    dockerfile.findIndex((line, nr) => nr > 2 && line.startsWith('FROM ')),
  )
  const copied = stage.flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []))
  const sent = linesOf('.dockerignore').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-image-'))
  try {
    for (const source of copied.filter((each) => sent.includes(each.split('/')[0]!)))
      cpSync(path.join(root, source), path.join(folder, source), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$/.test(file) && file !== path.join(root, 'ui/dist'),
      })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const built = spawnSync(process.execPath, [packageBin('vite'), 'build', 'ui', '--logLevel', 'warn'], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
    expect([built.status, built.stderr]).toEqual([0, ''])
    expect(existsSync(path.join(folder, 'ui/dist/sw.js'))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
