const numbers = new Intl.NumberFormat('en-GB')

/** `1,040` */
export function count(value: number): string {
  return numbers.format(value)
}

/** `+18`, `0`, `−7`, with a true minus. */
export const signed = (value: number, text = count): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${text(Math.abs(value))}`

/** The noun for a number shown elsewhere: `point` for 1, else `points`. */
export function wordFor(value: number, word: string, plural = `${word}s`): string {
  return value === 1 ? word : plural
}

/** `1 member`, `14 members`; pass an irregular plural: `2 matches`. */
export function counted(value: number, word: string, plural?: string): string {
  return `${count(value)} ${wordFor(value, word, plural)}`
}

const kinds = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** `1st`, `2nd`, `11th` */
export function ordinal(value: number): string {
  return `${count(value)}${endings[kinds.select(value)]}`
}

/** Parses the id in a path; null if it is not a positive integer. */
export function idOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** Returns the decimal digits in a text as 0 to 9: keyboards write those of other scripts, of which each has ten in a row. */
export function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => {
      let value = 0
      while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value++
      return String(value)
    })
}
