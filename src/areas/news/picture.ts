import { escaped } from '../../slice/words.ts'
import type { Team } from '../fixtures/contract.ts'

/** SVG of a club’s shield: its shape, the band on top, and its three letters. */
const shield = ({ code, colours: { field, band, letters } }: Team, x: number): string =>
  `<g transform="translate(${x} 10)"><path d="M0 0h30v23L15 35 0 23z" fill="${field}"/><path d="M0 0h30v6H0z" fill="${band}"/>` +
  `<text x="15" y="21" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="12" fill="${letters}">${escaped(code)}</text></g>`

/** A picture of 72 by 54 with the shields of one or two clubs, as a `data:` URL. */
export function pictureOf(clubs: readonly Team[]): string {
  const shields = clubs.map((club, nth) => shield(club, clubs.length === 1 ? 21 : 4 + 34 * nth)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 54"><path d="M0 0h72v54H0z" fill="#0b1f17"/>${shields}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
