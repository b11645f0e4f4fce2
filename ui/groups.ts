import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { here, LANDING, MANIFESTS, modulesOf, OPEN_PAGES, SIGNED_IN } from './early.ts'

/** Returns the static and the dynamic imports of a module; null: it is not part of the build. */
type ImportsOf = (id: string) => { readonly now: readonly string[]; readonly onUse: readonly string[] } | null

/** Modules that the pages of a list load. */
interface PageModules {
  readonly signedIn: readonly string[]
  /** Pages that load without the app after sign-in. */
  readonly open: readonly string[]
}

interface Sources extends PageModules {
  /** The first script, and the app after sign-in. */
  readonly first: string
  readonly inside: readonly string[]
}

/** Groups up to this size, in bytes of source, are merged: a file of their own would be slower. */
const SMALL = 3_500
/** Number of pages from which their shared modules are in one file. */
const SEVERAL = 5

/** The page with the largest first view: modules that others load on use stay in its file. */
const HOME = 'DashboardPage'

const nameOf = (module: string): string => basename(module, extname(module))

/** Files for several pages; each imports from those before it only. */
const LAYERS = ['index', 'open', 'later', 'inside', 'common'] as const
type Layer = (typeof LAYERS)[number]

/**
 * Assigns modules to files by use. The app after sign-in is `inside`, without what open pages need, too, at first
 * (`open`) or on use (`later`), and with what the home page shares with several others. Modules of other pages are `common`.
 * A page has its own file, and large modules of a few pages have others. Modules without a group belong to the first
 * script or load on use.
 *
 * Imports lead from fewer to more pages only, so files never import each other.
 */
export function groupsOf(
  { first, inside, signedIn, open }: Sources,
  importsOf: ImportsOf,
  sizeOf: (id: string) => number,
) {
  const pages = [...signedIn, ...open]
  const reach = (from: readonly string[], onUse: boolean, except: ReadonlySet<string> = new Set()) => {
    const found = new Set<string>()
    const visit = (id: string): void => {
      const imports = found.has(id) || except.has(id) ? null : importsOf(id)
      if (!imports) return
      found.add(id)
      for (const each of imports.now) visit(each)
      if (onUse) for (const each of imports.onUse) if (!pages.includes(each)) visit(each)
    }
    for (const id of from) visit(id)
    return found
  }
  const initial = reach([first], false)
  const app = reach(inside, false, initial)
  // Parts of the app that load on use count as pages.
  const parts = [...app].flatMap((id) => importsOf(id)?.onUse ?? []).filter((id) => !pages.includes(id))
  /** Pages that need a module in their first view, and pages that may load it. */
  const needs = new Map<string, Set<string>>()
  const loads = new Map<string, Set<string>>()
  const note = (all: Map<string, Set<string>>, ids: Iterable<string>, page: string) => {
    for (const id of ids) all.set(id, (all.get(id) ?? new Set()).add(page))
  }
  for (const page of pages) note(needs, reach([page], false, initial), page)
  for (const page of [...pages, ...new Set(parts)]) note(loads, reach([page], true, initial), page)
  const later = reach(open, true, initial)
  const isOpen = (page: string) => open.includes(page)

  const groups = new Map([...initial].map((id) => [id, 'index']))
  const rest = new Map<string, { layer: Layer; first: string[]; all: string[]; ids: string[] }>()
  for (const id of new Set([...app, ...needs.keys()])) {
    const first = [...(needs.get(id) ?? [])].sort()
    const all = [...(loads.get(id) ?? [])].sort()
    const isInside = app.has(id) || first.some((page) => nameOf(page) === HOME)
    const layer = first.some(isOpen) ? 'open' : later.has(id) ? 'later' : isInside ? 'inside' : 'common'
    if (app.has(id) || (first.length >= SEVERAL && !first.every(isOpen))) groups.set(id, layer)
    else {
      const key = `${layer} ${first.join(' ')} | ${all.join(' ')}`
      if (!rest.has(key)) rest.set(key, { layer, first, all, ids: [] })
      rest.get(key)!.ids.push(id)
    }
  }
  // Modules of more pages first: those of fewer pages import them.
  const pagesOf = ({ first, all }: { first: string[]; all: string[] }) => first.length + all.length
  for (const [key, { layer, first, all, ids }] of [...rest].sort(([, a], [, b]) => pagesOf(b) - pagesOf(a))) {
    const isSmall = ids.reduce((sum, id) => sum + sizeOf(id), 0) <= SMALL
    const needed = new Set(ids.flatMap((id) => importsOf(id)!.now).flatMap((to) => groups.get(to) ?? []))
    // A name is for readers: that of the largest module.
    let group = `${nameOf(ids.reduce((most, id) => (sizeOf(id) > sizeOf(most) ? id : most)))}~${key}`
    if (first.length === 1 && (layer === 'inside' || layer === 'common' || first.some(isOpen))) {
      const page = `${nameOf(first[0]!)}~`
      if (isSmall || all.length === 1 || needed.has(page) || page === `${HOME}~`) group = page
    } else if (isSmall && !first.every(isOpen)) {
      const below: readonly string[] = LAYERS.slice(0, LAYERS.indexOf(layer) + 1)
      if ([...needed].every((each) => below.includes(each))) group = layer
    }
    for (const id of ids) groups.set(id, group)
  }
  return groups
}

/** Modules of all pages, from the manifests of the areas and the list of open pages. */
function pageModules(): PageModules {
  const listed = (lists: readonly string[]) =>
    lists.flatMap((list) =>
      [...modulesOf(readFileSync(list, 'utf8')).values()].map((module) => resolve(dirname(list), module)),
    )
  return { signedIn: listed(globSync(here(MANIFESTS))), open: [here(LANDING), ...listed([here(OPEN_PAGES)])] }
}

/** Imports of modules. An import of icons leads to these icons only, not to all that the package exports. */
function importsIn(context: Rolldown.ChunkingContext): ImportsOf {
  let icons: Map<string, string> | undefined
  const iconsOf = (code: string, all: string) => {
    icons ??= new Map(
      [...(context.getModuleInfo(all)?.code ?? '').matchAll(/export \{([^}]+)\} from '\.\/([^']+)'/g)].flatMap(
        ([, names = '', file = '']) =>
          [...names.matchAll(/(?:as )?(\w+)(?:,|\s*$)/g)].map(
            ([, name = '']) => [name, resolve(dirname(all), file)] as const,
          ),
      ),
    )
    const imported = [...code.matchAll(/import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g)]
    return imported.flatMap(([, names = '']) =>
      [...names.matchAll(/(\w+)(?: as \w+)?\s*(?:,|$)/g)].flatMap(([, name = '']) => icons!.get(name) ?? []),
    )
  }
  const cached = new Map<string, ReturnType<ImportsOf>>()
  return (id) => {
    if (cached.has(id)) return cached.get(id)!
    const info = context.getModuleInfo(id)
    const imports = info && {
      now: info.importedIds.flatMap((to) => (to.endsWith('/lucide-react.mjs') ? iconsOf(info.code ?? '', to) : to)),
      onUse: info.dynamicallyImportedIds,
    }
    cached.set(id, imports)
    return imports
  }
}

/** Names the file of each module for the build. */
export function groupByUse(): Rolldown.CodeSplittingNameFunction {
  let groups: ReadonlyMap<string, string> | undefined
  return (id, context) => {
    groups ??= groupsOf(
      { ...pageModules(), first: here('src/main.tsx'), inside: [here(SIGNED_IN)] },
      importsIn(context),
      (each) => context.getModuleInfo(each)?.code?.length ?? 0,
    )
    return groups.get(id) ?? null
  }
}
