import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Programs that a file starts or imports by a computed path. `new URL('./program.ts', import.meta.url)` is detected without an entry. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
  'test/commands.test.ts': ['scripts/*.ts'],
  'test/support/operator.ts': ['scripts/*.ts'],
  'test/start.test.ts': ['scripts/start.mjs', 'scripts/admin.ts', 'src/main.ts'],
  'test/support/browser-setup.ts': ['ui/src/main.tsx'],
}

/** Folders that a file reads. */
const READS: Readonly<Record<string, readonly string[]>> = {
  'scripts/support/event-catalogue.ts': ['src/areas/*/events.ts'],
  'scripts/support/group-hash.ts': ['{src,projections}/**'],
  'src/areas/areas.test.ts': ['{src,projections,ui/src}/**'],
  'src/web/patterns.test.ts': ['src/**'],
  'test/architecture.test.ts': ['{src,projections,ui/src,scripts,test}/**'],
  'test/documents.test.ts': ['{src,projections,ui,scripts,test,docs}/**', 'README.md', 'CONTRIBUTING.md'],
  'test/golden/golden.test.ts': ['test/golden/*.json'],
  'test/new-area/scratch.ts': ['{src,projections,ui,scripts,test,docs}/**'],
}

const filesOf = (patterns: readonly string[] = []): readonly string[] =>
  globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', 'ui/dist/**', 'test/.artifacts/**'] })
    .map((name) => path.join(root, name))
    .filter((file) => statSync(file).isFile())

const isProgram = (file: string): boolean => /\.(ts|tsx|mts|mjs)$/.test(file)

/** Files in a source's `new URL('./file', import.meta.url)`. */
const urlsOf = (file: string, code: string): readonly string[] =>
  [...code.matchAll(/new URL\(\s*'(\.[^']*)',\s*import\.meta\.url\)/g)]
    .map(([, to]) => path.join(path.dirname(file), to!))
    .filter((each) => existsSync(each) && statSync(each).isFile())

/** `npm test -- --changed` follows imports. This plugin adds started programs and files that are read. */
export const pathsAsImports = (): Plugin => ({
  name: 'plp:paths-as-imports',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/') || !path.isAbsolute(id) || !existsSync(id)) return
    const name = path.relative(root, id)
    const urls = urlsOf(id, code)
    const started = [...urls.filter(isProgram), ...filesOf(STARTS[name])]
    for (const file of [...urls, ...filesOf(READS[name])]) this.addWatchFile(file)
    // Never called: adds the imports of the program.
    return { code: code + started.map((file) => `\n;() => import(${JSON.stringify(file)})`).join(''), map: null }
  },
})
