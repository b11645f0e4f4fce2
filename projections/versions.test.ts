import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type GroupVersion, hashOfGroup } from '../scripts/support/group-hash.ts'
import { groups } from '../src/areas/index.ts'

const recorded = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')) as Record<
  string,
  GroupVersion
>

test.each(groups.map(({ name, version }) => ({ name, version })))(
  'the code of group $name has not changed without a new version, and its version is recorded (npm run versions)',
  async ({ name, version }) => {
    expect(recorded[name]).toEqual({ version, hash: await hashOfGroup(name) })
  },
)
