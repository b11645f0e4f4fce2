/** `+20 points`, `-1 point` */
export const signed = (points: number): string =>
  `${points > 0 ? '+' : ''}${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** `Anna`, `Anna and 1 other`, `Anna and 4 others`. `person` is the latest of them; null after the deletion of the account. */
export const withOthers = (person: string | null, count: number): string => {
  const others = count - 1
  return `${person ?? 'A deleted user'}${others === 0 ? '' : ` and ${others} ${others === 1 ? 'other' : 'others'}`}`
}

/** ` twice`, ` 3 times`; empty for once. */
export const often = (count: number): string => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`)

/** `1 share`, `1,200 shares` */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`

/** `1st`, `2nd`, `11th`, `21st` */
export const ordinal = (place: number): string =>
  `${place}${(place % 100 > 10 && place % 100 < 14 ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1]) ?? 'th'}`

/** Puts a foreign text on one line, without lone surrogates and characters that change the text direction. */
export const onOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\s]+/gu, ' ').trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for content and quoted attributes of HTML and SVG. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
