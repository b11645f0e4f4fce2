// npm run versions
import { readFileSync, writeFileSync } from 'node:fs'
import type { GroupVersion } from './support/group-hash.ts'
import { onlyHelp } from './support/only-help.ts'

onlyHelp(
  'versions',
  `npm run versions

Writes projections/versions.json: the version of every projection group and a hash of its code. Run it after you increase a version.`,
)
// Loaded on demand: the help and a wrong argument need none of it.
const { groups } = await import('../src/areas/index.ts')
const { hashOfGroup } = await import('./support/group-hash.ts')
const file = new URL('../projections/versions.json', import.meta.url)
const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, GroupVersion>
const now: Record<string, GroupVersion> = {}
for (const { name, version } of groups) now[name] = { version, hash: await hashOfGroup(name) }

const same = Object.keys(now).filter(
  (name) => before[name]?.version === now[name]?.version && before[name]?.hash !== now[name]?.hash,
)
if (same.length > 0) {
  console.error(
    `The code of these groups has changed. Increase their version, or their tables will not be rebuilt: ${same.join(', ')}`,
  )
  process.exit(1)
}
writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
console.log(`${Object.keys(now).length} groups written to projections/versions.json`)
