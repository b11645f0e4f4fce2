// npm run events
import { writeFileSync } from 'node:fs'
import { eventCatalogue } from './support/event-catalogue.ts'
import { onlyHelp } from './support/only-help.ts'

onlyHelp(
  'events',
  `npm run events

Writes docs/events.md from what src/areas/*/events.ts declare. Run it after an event has changed.`,
)
writeFileSync(new URL('../docs/events.md', import.meta.url), eventCatalogue())
console.log('docs/events.md says what src/areas/*/events.ts declare')
