import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, modulesOf } from '../../early.ts'
import { HELP } from './help/content.ts'
import { OPEN_PAGES, openPageAt } from './open-pages.tsx'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

const all = [...PAGES, ...ADMIN_PAGES]

test('the build finds the code of every page', () => {
  const found = [...globSync('ui/src/features/*/area.tsx'), 'ui/src/app/open-pages.tsx'].flatMap((file) => {
    const modules = [...modulesOf(readFileSync(file, 'utf8'))]
    for (const [path, module] of modules) expect(existsSync(join(dirname(file), module)), path).toBe(true)
    return modules.map(([path]) => path)
  })
  const coded = [...all, ...Object.values(OPEN_PAGES)]
  expect(found.sort()).toEqual(coded.map(({ path }) => path).sort())
})

test('the files of a page are its static imports that the first script does not load', () => {
  const file = (name: string, imports: string[] = []) => ({
    fileName: `${name}.js`,
    imports: imports.map((each) => `${each}.js`),
    isEntry: name === 'index',
    moduleIds: [`/ui/${name}.tsx`],
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

test('page addresses are unique, and administration pages require the administrator role', () => {
  const paths = [...all, ...Object.values(OPEN_PAGES)].map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path, role } of all) expect(role, path).toBe(/^\/(admin|testing)/.test(path) ? 'admin' : undefined)
})

test('every page but the help links to a help entry, and all help links have a target', () => {
  const places = new Set<string>(
    HELP.flatMap(({ id, sections }) => [id, ...sections.flatMap(({ entries }) => entries.map((entry) => entry.id))]),
  )
  for (const { path, help } of PAGES) expect(help !== undefined, path).toBe(path !== '/help')
  const parts = globSync('ui/src/**/*.tsx', { exclude: ['**/*.test.tsx'] }).flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/<HelpLink to="([^"]+)"/g),
  ])
  expect(parts.length).toBeGreaterThan(0)
  const links = [...PAGES.flatMap(({ help }) => help?.to ?? []), ...parts.map((match) => match[1] ?? '')]
  for (const link of links) expect(places, link).toContain(link)
})

test('a shared prediction is always available, at its address and nowhere else', () => {
  expect(openPageAt('/shared/q7Rk2mXw9TzBq7Rk2mXw9T')).toBe(OPEN_PAGES.shared)
  for (const path of ['/', '/social', '/sharedthings', '/leagues/shared']) expect(openPageAt(path)).toBeUndefined()
})
