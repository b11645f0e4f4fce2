import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areaOf, eventCatalogue } from '../scripts/support/event-catalogue.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/events.md says what the events are (npm run events)', () => {
  expect(read('docs/events.md')).toBe(eventCatalogue())
})

test('every event whose golden file is kept is in docs/events.md', () => {
  const golden = readdirSync(new URL('golden', import.meta.url)).flatMap(
    (name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [],
  )
  const told = read('docs/events.md')
  expect(golden.length).toBeGreaterThan(0)
  expect(golden.filter((name) => !told.includes(`- **${name}**`))).toEqual([])
})

test('an event is told with its stream, its comment and its fields', () => {
  const source = `
/** Stream \`cup-{id}\`. */
export type CupEvent =
  | Event<'CupWon', { cupId: number; /** Whoever won. */ userId: number }>
  /**
   * Given back,
   * all of it.
   */
  | Event<'CupGivenBack', { cupId: number }>
/** Where it stands. */
export interface Shelf { readonly room: string }
`
  expect(areaOf('src/cups/events.ts', source)).toBe(`## cups

Declared in [src/cups/events.ts](../src/cups/events.ts).

- **Shelf** \`{ room: string }\` Where it stands.

### CupEvent

Stream \`cup-{id}\`.

- **CupWon**
  - \`cupId: number\`
  - \`userId: number\` Whoever won.
- **CupGivenBack** Given back, all of it.
  - \`cupId: number\`
`)
})
