import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writableFolder } from './writable-folder.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plp-writable-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('creates the folder with its parents, and leaves no test file', () => {
  const deep = path.join(folder, 'a/b/c')
  writableFolder(deep)
  writableFolder(deep)
  expect(readdirSync(deep)).toEqual([])
})

test('a folder below a file is refused', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(() => writableFolder(path.join(file, 'data'))).toThrow(/ENOTDIR/)
})

test.runIf(existsSync('/proc/self'))('a folder where the system makes none is refused, and that ends', () => {
  expect(() => writableFolder('/proc/plp')).toThrow(/ENOENT/)
  expect(() => writableFolder('/proc/plp/data')).toThrow(/ENOENT/)
})
