import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, parseSync, type Rolldown, Visitor } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The list of pages, and where everything behind the sign-in begins. */
const PAGES = 'src/app/pages.tsx'
const SIGNED_IN = 'src/app/SignedIn.tsx'

/** The module behind each path, as a list of pages has it: beside its `path` stands the import of its code. */
export function modulesOf(source: string): Map<string, string> {
  const modules = new Map<string, string>()
  let path = ''
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'path' && value.type === 'Literal') path = String(value.value)
    },
    ImportExpression({ source: module }) {
      if (module.type === 'Literal') modules.set(path, String(module.value))
    },
  }).visit(parseSync(PAGES, source).program)
  return modules
}

type File = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'isEntry' | 'facadeModuleId'>

/** What a build says of its files: those that `module` needs at once and `index.html` does not ask for. */
export function filesOf(files: readonly File[], module: string): string[] {
  const named = new Map(files.map((file) => [file.fileName, file]))
  const withImports = (file: File | undefined, found = new Set<string>()): Set<string> => {
    if (!file || found.has(file.fileName)) return found
    found.add(file.fileName)
    for (const name of file.imports) withImports(named.get(name), found)
    return found
  }
  const asked = withImports(files.find(({ isEntry }) => isEntry))
  const needed = withImports(files.find(({ facadeModuleId }) => facadeModuleId === module))
  if (needed.size === 0) throw new Error(`The build has no file for ${relative(here('.'), module)}`)
  return [...needed].filter((name) => !asked.has(name))
}

/** Writes for the server which files a page asks for with its first script: those behind the sign-in, and those of its area. */
export const early: Plugin = {
  name: 'early',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).filter((file) => file.type === 'chunk')
    const signedIn = filesOf(files, here(SIGNED_IN))
    const areas = [...modulesOf(readFileSync(here(PAGES), 'utf8'))].map(([path, module]) => {
      const ofArea = filesOf(files, fileURLToPath(new URL(module, new URL(PAGES, import.meta.url))))
      return [path.slice(1), [...new Set([...signedIn, ...ofArea])]]
    })
    const source = JSON.stringify({ home: signedIn, areas: Object.fromEntries(areas) })
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
  },
}
