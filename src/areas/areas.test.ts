import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { IdKind } from '../kernel/ids.ts'
import { areas, groups, migrations } from './index.ts'

const root = new URL('../', import.meta.url)
/** Rooms of `src` that are no areas: what areas are made of, and what is made of areas. */
const ROOMS = ['areas', 'contracts', 'database', 'event-log', 'kernel', 'simulation', 'slice', 'web']
const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory())
const names = folders.map(({ name }) => name).filter((name) => !ROOMS.includes(name))

describe('an area is one module', () => {
  test('every folder of an area has a module of its name, and every module is in the list', () => {
    expect(areas.map(({ name }) => name).sort()).toEqual(names.sort())
    const files = readdirSync(new URL('areas/', root)).filter((file) => !/^(area|index|.*\.test)\.ts$/.test(file))
    expect(files.sort()).toEqual(names.map((name) => `${name}.ts`).sort())
  })

  test('every kind of ids that an area declares is listed: none is given twice after a restore', async () => {
    const listed = areas.flatMap(({ ids = [] }) => ids)
    for (const name of names) {
      const file = new URL(`${name}/ids.ts`, root)
      const declared = readdirSync(new URL(`${name}/`, root)).includes('ids.ts')
        ? Object.values((await import(file.href)) as Record<string, IdKind>)
        : []
      expect(areas.find((area) => area.name === name)?.ids ?? [], name).toEqual(declared)
    }
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
    const views = groups.flatMap((group) => group.views.map(({ name }) => name))
    for (const kind of listed) for (const view of kind.views) expect(views, kind.name).toContain(view)
  })

  test('names of groups and of steps of the schema are unique', () => {
    for (const list of [groups, migrations]) {
      const each = list.map(({ name }) => name)
      expect(new Set(each).size).toBe(each.length)
    }
  })
})
