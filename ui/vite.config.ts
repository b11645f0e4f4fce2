import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server puts each answer's own nonce in the place of this word. */
const CSP_NONCE = '__CSP_NONCE__'

const api = process.env.PLP_API ?? 'http://127.0.0.1:3000'

export default defineConfig(({ command }) => {
  // Built from within the tests too, where NODE_ENV says something else: what is built is what is served.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: here('.'),
    base: '/',
    plugins: [react()],
    html: { cspNonce: CSP_NONCE },
    build: {
      outDir: here('dist'),
      emptyOutDir: true,
      // The server tells from it which files a page will need.
      manifest: true,
      target: ['chrome120', 'firefox121', 'safari17.2'],
      // Fonts and pictures stay files: the content security policy allows no data: fonts.
      assetsInlineLimit: 0,
      sourcemap: false,
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
