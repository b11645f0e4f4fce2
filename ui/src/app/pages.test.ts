import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesOf, modulesOf } from '../../early.ts'
import { HELP } from '../features/help/content.ts'
import { withInner } from './navigation.ts'
import { OPEN_PAGES, openPageAt } from './open-pages.tsx'
import { PAGES } from './pages.tsx'

const all = withInner(Object.values(PAGES))

test('the build finds the code of every page that has its own', () => {
  const lists = [
    { file: './pages.tsx', pages: all.filter(({ Code }) => Code) },
    { file: './open-pages.tsx', pages: Object.values(OPEN_PAGES) },
  ]
  for (const { file, pages } of lists) {
    const modules = modulesOf(readFileSync(new URL(file, import.meta.url), 'utf8'))
    expect([...modules.keys()].sort()).toEqual(pages.map(({ path }) => path).sort())
    for (const module of modules.values()) expect(existsSync(new URL(module, import.meta.url)), module).toBe(true)
  }
})

test('a page’s files are those that it needs at once and the first script does not ask for', () => {
  const file = (name: string, imports: string[] = []) => ({
    fileName: `${name}.js`,
    imports: imports.map((each) => `${each}.js`),
    isEntry: name === 'index',
    facadeModuleId: `/ui/${name}.tsx`,
  })
  const build = [
    file('index', ['react']),
    file('react'),
    file('Area', ['index', 'react', 'icons']),
    file('icons', ['react', 'icon']),
    file('icon'),
    file('Other', ['icon']),
  ]
  expect(filesOf(build, '/ui/Area.tsx')).toEqual(['Area.js', 'icons.js', 'icon.js'])
  expect(() => filesOf(build, '/ui/Nowhere.tsx')).toThrow('no file')
})

test('no two pages have one address, and those of administrators are theirs alone', () => {
  const paths = [...all, ...Object.values(OPEN_PAGES)].map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path, role } of all) expect(role, path).toBe(/^\/(admin|testing)/.test(path) ? 'admin' : undefined)
})

test('every page but the help leads to its part of it, and every such link leads to a place that is there', () => {
  const places = new Set<string>(
    HELP.flatMap(({ id, sections }) => [id, ...sections.flatMap(({ entries }) => entries.map((entry) => entry.id))]),
  )
  for (const { path, help } of Object.values(PAGES)) expect(help !== undefined, path).toBe(path !== '/help')
  const parts = globSync('ui/src/**/*.tsx').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/<HelpLink to="([^"]+)"/g),
  ])
  expect(parts.length).toBeGreaterThan(0)
  const links = [...Object.values(PAGES).flatMap(({ help }) => help?.to ?? []), ...parts.map((match) => match[1] ?? '')]
  for (const link of links) expect(places, link).toContain(link)
})

test('a shared prediction is always available, at its address and nowhere else', () => {
  expect(openPageAt('/shared/q7Rk2mXw9TzBq7Rk2mXw9T')).toBe(OPEN_PAGES.shared)
  for (const path of ['/', '/social', '/sharedthings', '/leagues/shared']) expect(openPageAt(path)).toBeUndefined()
})
