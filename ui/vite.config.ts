import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { early } from './early.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server puts each answer's own nonce in the place of this word. */
const CSP_NONCE = '__CSP_NONCE__'

const api = process.env.PLP_API ?? 'http://127.0.0.1:3000'

/**
 * Files that wait for each other run in an order in which one uses what the other has not made yet: a blank page. The merging of
 * small parts below can bring that about, and then the build says so.
 */
const noCycles: Plugin = {
  name: 'no-cycles',
  generateBundle(_options, bundle) {
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file))
        this.error(`${[...path, file].join(' → ')} import each other: try another entriesAwareMergeThreshold`)
      const chunk = bundle[file]
      if (chunk?.type === 'chunk') for (const next of chunk.imports) visit(next, [...path, file])
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

export default defineConfig(({ command }) => {
  // Built from within the tests too, where NODE_ENV says something else: what is built is what is served.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: here('.'),
    base: '/',
    plugins: [react(), noCycles, early],
    html: { cspNonce: CSP_NONCE },
    build: {
      outDir: here('dist'),
      emptyOutDir: true,
      target: ['chrome120', 'firefox121', 'safari17.2'],
      // Fonts and pictures stay files: the content security policy allows no data: fonts.
      assetsInlineLimit: 0,
      sourcemap: false,
      // Every browser of the target knows it.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          // Each file is a request that a phone far away waits for: what landing shows is one, and the small parts that areas share
          // come together with others of the same use.
          codeSplitting: {
            groups: [
              { name: 'landing', tags: ['$initial'], priority: 1 },
              {
                name: 'shared',
                test: /lucide-react|ui[\\/]src[\\/]ui[\\/]/,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 600,
              },
            ],
          },
        },
      },
    },
    server: {
      fs: { allow: [here('..')] },
      proxy: {
        '/api': api,
        '/socket.io': { target: api, ws: true },
      },
    },
  }
})
