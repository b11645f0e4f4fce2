import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { IdKind } from '../kernel/ids.ts'
import { areas, groups, schema } from './index.ts'

const root = new URL('./', import.meta.url)
const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory())
const names = folders.map(({ name }) => name)

const isIdKind = (value: unknown): value is IdKind =>
  typeof value === 'object' && value !== null && 'views' in value && Array.isArray(value.views)

describe('an area is one module', () => {
  test('every folder has an `area.ts`, and every area is listed', () => {
    expect(areas.map(({ name }) => name).sort()).toEqual(names.sort())
    for (const name of names) expect(readdirSync(new URL(`${name}/`, root))).toContain('area.ts')
  })

  test('every kind of ids that an area declares is listed, so that no id is issued twice after a restore', async () => {
    const listed = areas.flatMap(({ ids = [] }) => ids)
    for (const name of names) {
      const files = readdirSync(new URL(`${name}/`, root)).filter((file) => ['events.ts', 'ids.ts'].includes(file))
      const modules = await Promise.all(files.map((file) => import(new URL(`${name}/${file}`, root).href)))
      const declared = modules.flatMap((module) => Object.values(module)).filter(isIdKind)
      expect(areas.find((area) => area.name === name)?.ids ?? [], name).toEqual(declared)
    }
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
    const views = groups.flatMap((group) => group.views.map(({ name }) => name))
    for (const kind of listed) for (const view of kind.views) expect(views, kind.name).toContain(view)
  })

  test('names of groups and of schema migrations are unique', () => {
    for (const list of [groups, schema.migrations]) {
      const each = list.map(({ name }) => name)
      expect(new Set(each).size).toBe(each.length)
    }
  })

  test('pages refetch on topics that a projector or command announces', () => {
    const named = (folder: string, pattern: RegExp): Set<string> => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
      const texts = files
        .filter((file) => !file.includes('.test.'))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
      const quoted = texts.flatMap((text) =>
        [...text.matchAll(pattern)].flatMap(([found]) => [...found.matchAll(/'([\w-]+)'/g)]),
      )
      return new Set(quoted.map(([, topic]) => topic!))
    }
    const announced = new Set([
      ...named('src', /topic: '[\w-]+'/g),
      ...named('projections', /(topic: |everyone\.add\(|\.topic\()'[\w-]+'/g),
    ])
    const read = named('ui/src', /topics: \[[^\]]*\]|use(?:Write|Send)(?:<\w+>)?\('[\w-]+'/g)
    expect(read.size).toBeGreaterThan(15)
    expect([...read].filter((topic) => !announced.has(topic))).toEqual([])
  })
})
