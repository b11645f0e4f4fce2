import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { here, MANIFESTS, modulesOf, OPEN_PAGES, SIGNED_IN } from './early.ts'

/** Address of the document that is stored; the server answers it as the home page, without preloaded reads. */
const DOCUMENT = '/?offline'
/** A large library, for pages that need a connection anyway. */
const ONLINE_ONLY = /\/Chart-/

/** Files of the home page and of its parts that load on use; other pages need a connection. */
function filesOfHome(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const pages = [...globSync(here(MANIFESTS)), here(OPEN_PAGES)].flatMap((list) =>
    [...modulesOf(readFileSync(list, 'utf8'))].map(([path, module]) => ({ path, id: resolve(dirname(list), module) })),
  )
  const home = pages.find(({ path }) => path === '/')!.id
  const others = new Set(pages.map(({ id }) => id).filter((id) => id !== home))
  const found = new Set<string>()
  const visit = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || found.has(name) || ONLINE_ONLY.test(name)) return
    found.add(name)
    for (const next of chunk.imports) visit(next)
    for (const next of chunk.dynamicImports) {
      const part = bundle[next]
      if (part?.type === 'chunk' && !part.moduleIds.some((id) => others.has(id))) visit(next)
    }
  }
  for (const chunk of chunks)
    if (chunk.isEntry || chunk.moduleIds.includes(here(SIGNED_IN)) || chunk.moduleIds.includes(home))
      visit(chunk.fileName)
  return [...found]
}

/**
 * Builds the service worker, `/sw.js`, with the list of the files that it stores. Each build has another worker, so that
 * browsers notice a deployment.
 */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    // `index.html` is complete.
    order: 'post',
    async handler(_options, bundle) {
      // Not the fonts: browsers do not use the preload of a file that a worker answers, and their own cache has them.
      const assets = Object.keys(bundle).filter((name) => /^assets\/.*\.svg$/.test(name))
      const html = bundle['index.html']
      if (html?.type !== 'asset') return this.error('The build has no index.html')
      const precache = [
        ...[...filesOfHome(bundle), ...assets].map((name) => ({ url: `/${name}`, revision: null })),
        { url: DOCUMENT, revision: createHash('sha256').update(html.source).digest('hex').slice(0, 16) },
      ]
      const built = (await build({
        configFile: false,
        root: here('.'),
        logLevel: 'warn',
        define: { __PRECACHE__: JSON.stringify(precache), __DOCUMENT__: JSON.stringify(DOCUMENT) },
        build: {
          write: false,
          copyPublicDir: false,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: here('src/service-worker/index.ts'), output: { format: 'iife' } },
        },
      })) as Rolldown.RolldownOutput
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: built.output[0].code })
    },
  },
}
