import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'
import { early } from './early.ts'
import { cutFonts } from './fonts.ts'
import { groupByUse } from './groups.ts'
import { serviceWorker } from './service-worker.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Placeholder that the server replaces with the nonce of each response. */
const CSP_NONCE = '__CSP_NONCE__'

/** `npm run coverage` counts the branches of the built pages: they keep their form, and source maps lead back to the source. */
const forCoverage = process.env.PLP_BROWSER_COVERAGE !== undefined

/** The package names its development build for all bundlers, with warnings that only developers need. */
const router = createRequire(import.meta.url)
  .resolve('react-router')
  .replace(/development([\\/])index\.m?js$/, 'production$1index.mjs')

const api = process.env.PLP_API ?? 'http://127.0.0.1:3000'

/**
 * Fails the build if chunks import each other. Such chunks can run before their imports are initialised, which results
 * in a blank page.
 */
const noCycles: Plugin = {
  name: 'no-cycles',
  generateBundle(_options, bundle) {
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) this.error(`${[...path, file].join(' → ')} import each other: see ui/groups.ts`)
      const chunk = bundle[file]
      if (chunk?.type === 'chunk') for (const next of chunk.imports) visit(next, [...path, file])
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

/** Removes comments on lines of their own, which the styles would send to readers. */
const withoutComments: Plugin = {
  name: 'without-comments',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/ui\/src\/.*\.tsx?$/ },
    handler: (code) => ({ code: code.replaceAll(/^ *\/\* .* \*\/$/gm, ''), map: null }),
  },
}

export default defineConfig(({ command }) => {
  // Tests build the UI, too, with another NODE_ENV. Always builds what is served.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: here('.'),
    base: '/',
    plugins: [withoutComments, react(), cutFonts, noCycles, early, serviceWorker, compressed],
    resolve: { alias: command === 'build' ? [{ find: /^react-router$/, replacement: router }] : [] },
    html: { cspNonce: CSP_NONCE },
    build: {
      outDir: here('dist'),
      emptyOutDir: true,
      target: ['chrome120', 'firefox121', 'safari17.2'],
      // Fonts and pictures stay files: the content security policy does not allow data: fonts.
      assetsInlineLimit: 0,
      sourcemap: forCoverage,
      // All target browsers support it.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          ...(forCoverage ? { minify: { compress: false } } : {}),
          chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
          // Each file is a request, which is slow on a distant phone. The first script, the app after sign-in and each
          // page are one file each; modules that pages share are grouped by use, into few files.
          codeSplitting: {
            groups: [{ name: groupByUse(), debugName: 'by use', includeDependenciesRecursively: false }],
          },
        },
      },
    },
    server: {
      fs: { allow: [here('..')] },
      proxy: {
        '/api': api,
        '/calendar': api,
        '/socket.io': { target: api, ws: true },
      },
    },
  }
})
