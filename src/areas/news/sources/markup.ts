import { convert } from 'html-to-text'

/** The length of markup, how deep it may be and how much one level may hold: the parser takes long on what is made to be slow. */
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
