import { globSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Sources of the build's page list: manifests of all areas, open pages, the app after sign-in, and the landing
 * page.
 */
export const MANIFESTS = 'src/features/*/area.tsx'
export const OPEN_PAGES = 'src/app/open-pages.tsx'
export const SIGNED_IN = 'src/app/Inside.tsx'
export const LANDING = 'src/app/landing/Landing.tsx'

/** Maps each path declared in a source file to the module of the import that follows it. */
export function modulesOf(source: string): Map<string, string> {
  const modules = new Map<string, string>()
  let path = ''
  for (const [, declared, module] of source.matchAll(/path: '([^']+)'|import\('([^']+)'\)/g)) {
    if (declared) path = declared
    else if (path) modules.set(path, module!)
  }
  return modules
}

/** Maps each path declared in a source file to the reads that follow it. */
export function readsOf(source: string): Map<string, readonly string[]> {
  const reads = new Map<string, readonly string[]>()
  let path = ''
  for (const [, declared, list] of source.matchAll(/path: '([^']+)'|reads: \[([^\]]+)\]/g)) {
    if (declared) path = declared
    else
      reads.set(
        path,
        [...list!.matchAll(/'([^']+)'/g)].map(([, read]) => read!),
      )
  }
  return reads
}

const isBelow = (path: string, above: string): boolean => above !== '/' && path.startsWith(`${above}/`)

type File = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'moduleIds'>

/** Returns the files that `module` imports statically and that `index.html` does not load. */
export function filesOf(files: readonly File[], module: string): string[] {
  const named = new Map(files.map((file) => [file.fileName, file]))
  const withImports = (file: File | undefined, found = new Set<string>()): Set<string> => {
    if (!file || found.has(file.fileName)) return found
    found.add(file.fileName)
    for (const name of file.imports) withImports(named.get(name), found)
    return found
  }
  const preloaded = withImports(files.find(({ isEntry }) => isEntry))
  const needed = withImports(files.find(({ moduleIds }) => moduleIds.includes(module)))
  if (needed.size === 0) throw new Error(`The build has no file for ${relative(here('.'), module)}`)
  return [...needed].filter((name) => !preloaded.has(name))
}

/**
 * Writes `pages.json`, which lists the files and reads that the server preloads for each path. Signed-in readers get the app
 * after sign-in, the page and the pages above it; strangers get the landing page. An open page is the same for both.
 */
export const early: Plugin = {
  name: 'early',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).filter((file) => file.type === 'chunk')
    const listed = (...lists: string[]) =>
      lists
        .flatMap((list) =>
          [...modulesOf(readFileSync(list, 'utf8'))].map(
            ([path, module]) => [path, filesOf(files, resolve(dirname(list), module))] as const,
          ),
        )
        .sort(([a], [b]) => a.length - b.length)
    const inside = filesOf(files, here(SIGNED_IN))
    const signedIn = new Map<string, string[]>()
    for (const [path, own] of listed(...globSync(here(MANIFESTS)))) {
      const above = [...signedIn.keys()].filter((each) => isBelow(path, each)).flatMap((each) => signedIn.get(each)!)
      signedIn.set(path, [...new Set([...inside, ...above, ...own])])
    }
    const open = listed(here(OPEN_PAGES))
    const source = JSON.stringify({
      signedIn: Object.fromEntries([...signedIn, ...open]),
      reads: Object.fromEntries(globSync(here(MANIFESTS)).flatMap((file) => [...readsOf(readFileSync(file, 'utf8'))])),
      strangers: Object.fromEntries([['/', filesOf(files, here(LANDING))], ...open]),
    })
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
  },
}
