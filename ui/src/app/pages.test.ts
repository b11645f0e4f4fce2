import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesOf, modulesOf, readsOf } from '../../early.ts'
import { groupsOf } from '../../groups.ts'
import { HELP } from './help/content.ts'
import { OPEN_PAGES, type OpenPage, openPageAt } from './open-pages.tsx'
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

test('the build finds the reads of every page', () => {
  const found = globSync('ui/src/features/*/area.tsx').flatMap((file) => [...readsOf(readFileSync(file, 'utf8'))])
  expect(found.length).toBeGreaterThan(0)
  expect(new Map(found)).toEqual(new Map(PAGES.flatMap(({ path, reads }) => (reads ? [[path, reads]] : []))))
})

describe('the files of the build', () => {
  /** Modules by name, with their imports. `~` marks a dynamic import. */
  const MODULES: Record<string, string> = {
    main: 'react ~Inside ~Landing',
    react: '',
    Inside: 'router Avatar drafts ~Popup ~A ~B ~C ~D',
    router: 'react',
    Avatar: 'react',
    drafts: '',
    Popup: 'Mark',
    Mark: '',
    A: 'Inside Table big onlyA ~Dialog',
    B: 'Table big Mark',
    C: 'Table',
    D: 'Table',
    Table: 'Avatar',
    big: 'Avatar',
    onlyA: '',
    Dialog: 'radix onlyA',
    radix: '',
    Landing: '',
    Shared: 'Avatar ~Invitation',
    Invitation: 'drafts',
  }
  const importsOf = (id: string) => {
    const imports = MODULES[id]?.split(' ').filter(Boolean)
    if (!imports) return null
    const [now, onUse] = [false, true].map((isOnUse) => imports.filter((each) => each.startsWith('~') === isOnUse))
    return { now: now!, onUse: onUse!.map((each) => each.slice(1)) }
  }
  const groups = groupsOf(
    { first: 'main', inside: ['Inside'], signedIn: ['A', 'B', 'C', 'D'], open: ['Landing', 'Shared'] },
    importsOf,
    (id) => (id === 'big' ? 50_000 : 100),
  )
  const fileOf = (id: string) => groups.get(id)

  test.each([
    ['the first script and what it imports', 'index', ['main', 'react']],
    ['what the app after sign-in and an open page need at first', 'open', ['Avatar']],
    ['what an open page needs of the app on use', 'later', ['drafts']],
    ['the rest of the app after sign-in', 'inside', ['Inside', 'router']],
    ['modules of many pages', 'common', ['Table']],
    ['a page, and modules of it alone', fileOf('A'), ['onlyA']],
    ['a small module of one page that the app loads on use', fileOf('B'), ['Mark']],
    ['nothing: modules that are only loaded on use', undefined, ['Dialog', 'radix', 'Popup', 'Invitation']],
  ])('%s', (_what, file, modules) => {
    for (const module of modules) expect(fileOf(module), module).toBe(file)
  })

  test('a large module of two pages has its own file', () => {
    expect([...groups].filter(([, file]) => file === fileOf('big'))).toHaveLength(1)
  })

  test('never import each other', () => {
    const reach = (file: string, found = new Set<string>()): Set<string> => {
      for (const [id, own] of groups)
        if (own === file)
          for (const to of importsOf(id)!.now.flatMap((each) => groups.get(each) ?? []))
            if (to !== file && !found.has(to)) reach(to, found.add(to))
      return found
    }
    for (const file of new Set(groups.values())) expect(reach(file), file).not.toContain(file)
  })
})

test('page addresses are unique, and administration pages require the administrator role', () => {
  const open = Object.values<OpenPage>(OPEN_PAGES)
  const paths = [...all, ...open.filter(({ isForStrangers }) => !isForStrangers)].map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  // A page for strangers is beside the page of the app.
  for (const { path, isForStrangers } of open) if (isForStrangers) expect(paths).toContain(path)
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
  for (const path of ['/', '/social', '/sharedthings', '/leagues/shared', '/proofs'])
    expect(openPageAt(path)).toBeUndefined()
  expect(openPageAt('/proofs', true)).toBe(OPEN_PAGES.proofs)
})
