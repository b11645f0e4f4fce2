import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { masterKeyOf } from './stores.ts'

test('R312: a full disk leaves no part of a master key', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plp-stores-'))
  const create = () => masterKeyOf({ masterKey: null, dataDir }, true)
  const write = vi.spyOn(fs, 'writeFileSync')
  write.mockImplementationOnce((file, data, options) => {
    fs.appendFileSync(file as string, String(data).slice(0, 5), options)
    throw new Error('ENOSPC: no space left on device')
  })
  syncBuiltinESMExports()
  try {
    expect(create).toThrow('no space left on device')
    expect(readdirSync(dataDir)).toEqual([])
    expect(create()).toHaveLength(32)
    expect(readdirSync(dataDir)).toEqual(['master.key'])
  } finally {
    write.mockRestore()
    syncBuiltinESMExports()
    rmSync(dataDir, { recursive: true })
  }
})
