import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type GroupVersion, hashOfGroup } from '../scripts/support/group-hash.ts'
import { groups } from '../src/areas/index.ts'

const noted = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8')) as Record<
  string,
  GroupVersion
>

test.each(groups.map(({ name, version }) => ({ name, version })))(
  'the group $name has not changed without a new version, and its version is noted (npm run versions)',
  async ({ name, version }) => {
    expect(noted[name]).toEqual({ version, hash: await hashOfGroup(name) })
  },
)
