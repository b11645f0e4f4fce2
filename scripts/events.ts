// npm run events
import { writeFileSync } from 'node:fs'
import { eventCatalogue } from './support/event-catalogue.ts'
import { onlyHelp } from './support/only-help.ts'

onlyHelp(
  'events',
  `npm run events

Writes docs/events.md from the declarations in src/areas/*/events.ts. Run it after a change of an event.`,
)
writeFileSync(new URL('../docs/events.md', import.meta.url), eventCatalogue())
console.log('docs/events.md written')
