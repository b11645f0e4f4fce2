import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/** Adds a Brotli file (`.br`) for each script. It is a seventh smaller than the server's own compression. */
export const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    // Other plugins change the code first.
    order: 'post',
    async handler(_options, bundle) {
      const texts = Object.values(bundle).flatMap((file) => {
        const text = file.type === 'chunk' ? file.code : file.source
        return file.fileName.endsWith('.js') ? [{ fileName: `${file.fileName}.br`, text: Buffer.from(text) }] : []
      })
      const files = texts.map(async ({ fileName, text }) => {
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        }
        this.emitFile({ type: 'asset', fileName, source: await compress(text, { params }) })
      })
      await Promise.all(files)
    },
  },
}
