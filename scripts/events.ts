// npm run events
import { writeFileSync } from 'node:fs'
import { eventCatalogue } from './support/event-catalogue.ts'

writeFileSync(new URL('../docs/events.md', import.meta.url), eventCatalogue())
console.log('docs/events.md says what src/*/events.ts declare')
