import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { masterKeyOf } from './stores.ts'

test.runIf(existsSync('/dev/full'))('R312: a full disk leaves no part of a master key', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plp-stores-'))
  const create = () => masterKeyOf({ masterKey: null, dataDir }, true)
  try {
    // The draft of the key.
    symlinkSync('/dev/full', path.join(dataDir, `master.key.${process.pid}`))
    expect(create).toThrow('no space left on device')
    expect(readdirSync(dataDir)).toEqual([])
    expect(create()).toHaveLength(32)
    expect(readdirSync(dataDir)).toEqual(['master.key'])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
