import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { masterKeyOf } from './stores.ts'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  return { ...fs, writeFileSync: vi.fn(fs.writeFileSync) }
})

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plp-stores-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('R312: a full disk leaves no part of a master key', async () => {
  const { writeFileSync: write } = await vi.importActual<typeof import('node:fs')>('node:fs')
  vi.mocked(writeFileSync).mockImplementationOnce((file) => {
    write(file, '')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  const create = () => masterKeyOf({ masterKey: null, dataDir }, true)
  expect(create).toThrow('no space left on device')
  expect(readdirSync(dataDir)).toEqual([])
  expect(create()).toHaveLength(32)
  expect(readdirSync(dataDir)).toEqual(['master.key'])
})
