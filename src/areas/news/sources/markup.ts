import { convert } from 'html-to-text'

/** Limits of markup length, depth and children per level: hostile markup is slow to parse. */
const MOST = { length: 4_000, depth: 20, children: 200 }

/** The text of foreign markup, without scripts, styles, pictures and addresses of links. */
export function textOf(markup: string): string {
  return convert(markup.slice(0, MOST.length), {
    wordwrap: false,
    limits: { maxInputLength: MOST.length, maxDepth: MOST.depth, maxChildNodes: MOST.children },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}
