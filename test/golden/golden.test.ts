import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { events as declarations } from '../../src/areas/index.ts'
import { createMemoryLog } from '../../src/event-log/memory/memory-log.ts'
import { createUpcaster, withUpcasting } from '../../src/event-log/upcast.ts'
import { upcastersOf, versionOf } from '../../src/kernel/declared-events.ts'
import { sampleEvent } from '../support/event-log-contract.ts'

// Golden files contain events as each version of the code wrote them. They are never changed.
const root = resolve(import.meta.dirname, '../..')
const golden = import.meta.dirname

interface Declared {
  readonly type: string
  /** The union it belongs to, e.g. `FixtureEvent`, and the file that declares it. */
  readonly union: string
  readonly file: string
}

interface Golden {
  readonly version: number
  readonly data: unknown
}

/** Every event type of every area, from the declarations themselves. */
function declaredEvents(): Declared[] {
  const files = readdirSync(join(root, 'src/areas'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(root, 'src/areas', entry.name, 'events.ts'))
  return files.flatMap((file) => {
    const source = readOrEmpty(file)
    const lists = [...source.matchAll(/^export const (\w+) = (?:purgeable\(\[.*\], )?\{\n([\s\S]*?)^\}/gm)].flatMap(
      ([, list, body = '']) => {
        const [, union = ''] = new RegExp(`^export type (\\w+) = EventsOf<typeof ${list}>`, 'm').exec(source) ?? []
        return [...body.matchAll(/^ {2}(\w+): event</gm)].map(([, type = '']) => ({ type, union, file }))
      },
    )
    const unions = source.split(/^export type /m).slice(1)
    const written = unions.flatMap((text) => {
      const union = /^\w+/.exec(text)?.[0] ?? ''
      return [...text.matchAll(/\bEvent<\s*'(\w+)'/g)].map(([, type = '']) => ({ type, union, file }))
    })
    return [...lists, ...written]
  })
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const goldenOf = (type: string): Golden[] => JSON.parse(readFileSync(join(golden, `${type}.json`), 'utf8'))

/** The golden events of a type, as today's readers see them. */
async function readToday(type: string) {
  const log = createMemoryLog()
  const events = goldenOf(type).map(({ version, data }) => {
    const event = sampleEvent(type, data)
    return { ...event, metadata: { ...event.metadata, version } }
  })
  await log.append('golden-1', events, 'no_stream')
  return withUpcasting(log, createUpcaster(upcastersOf(declarations))).readStream('golden-1')
}

const declared = declaredEvents()
const names = declared.map(({ type }) => type).sort()

test('every event type has its golden events, and no golden file is left over', () => {
  const files = readdirSync(golden).filter((name) => name.endsWith('.json'))
  expect(files.map((name) => name.slice(0, -5)).sort()).toEqual(names)
  expect(names.length).toBeGreaterThan(20)
  expect(new Set(names).size).toBe(names.length)
})

test.each(names)('%s: golden events of every version are upcast to the newest one', async (type) => {
  const newest = versionOf(declarations[type])
  const versions = new Set(goldenOf(type).map(({ version }) => version))
  expect([...versions].sort()).toEqual(Array.from({ length: newest }, (_, index) => index + 1))
  for (const event of await readToday(type)) expect(event.metadata.version).toBe(newest)
})

test("all golden events, upcast, have the shape of today's types", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plp-golden-'))
  try {
    const lines: string[] = []
    for (const [index, { type, union, file }] of declared.entries()) {
      lines.push(`import type { ${union} as U${index} } from ${JSON.stringify(file)}`)
      const data = (await readToday(type)).map((event) => JSON.stringify(event.data))
      lines.push(`export const e${index}: Extract<U${index}, { type: '${type}' }>['data'][] = [${data.join(', ')}]`)
    }
    const file = join(folder, 'golden.ts')
    writeFileSync(file, `${lines.join('\n')}\n`)
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules/@types'),
    ]
    const compile = promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...flags, file],
      { cwd: folder },
    )
    await compile.catch((error) => {
      throw new Error(error.stdout || error.message)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
