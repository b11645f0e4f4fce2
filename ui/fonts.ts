import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
// @ts-expect-error: the package has no types.
import subset from 'subset-font'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Fonts of the packages, whole, and the same files in a folder of the build, cut to their `unicode-range`. */
const WHOLE = /url\("(@fontsource\/\S+\/([\w-]+)\.woff2)"\)/g
const CUT = /url\("([\w./]+\/\.vite\/fonts\/)([\w-]+)\.woff2"\)[^}]+unicode-range:\s*([^;]+);/g

/** The characters of a `unicode-range`. */
const charactersOf = (range: string): string =>
  range
    .split(/,\s*/)
    .flatMap((part) => {
      const [first, last = first] = part
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16)) as [number, number?]
      return Array.from({ length: last - first + 1 }, (_, nth) => String.fromCodePoint(first + nth))
    })
    .join('')

/**
 * Writes the fonts that `theme/fonts.css` cuts to the characters of our own texts. They take less than half the bytes; for other letters, as
 * in names, browsers load the whole font.
 */
export const cutFonts: Plugin = {
  name: 'cut-fonts',
  async buildStart() {
    const styles = here('src/theme/fonts.css')
    const css = readFileSync(styles, 'utf8')
    const whole = new Map([...css.matchAll(WHOLE)].map(([, path, name]) => [name, path!]))
    const { resolve } = createRequire(styles)
    for (const [, folder, name, range] of css.matchAll(CUT)) {
      const font: Buffer = await subset(readFileSync(resolve(whole.get(name!)!)), charactersOf(range!), {
        targetFormat: 'woff2',
        // Kerning, ligatures and, for tables, figures of one width and height.
        // Hinting stays: without it browsers on Linux draw Barlow Condensed wider, and the header overflows at 1,024 px.
        keepFeatures: ['kern', 'liga', 'lnum', 'tnum'],
      })
      const to = here(`src/theme/${folder}`)
      mkdirSync(to, { recursive: true })
      writeFileSync(`${to}${name}.woff2`, font)
    }
  },
}
