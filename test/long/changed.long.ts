import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints the test files that `--changed` selects for each of several changes. */
const program = `
import { createVitest } from 'vitest/node'
const vitest = await createVitest('test', { watch: false })
const selected = []
for (const file of process.argv.slice(1)) {
  vitest.config.related = [file]
  selected.push((await vitest.getRelevantTestSpecifications()).map(({ moduleId }) => moduleId))
}
await vitest.close()
console.log(JSON.stringify(selected))
`

/** For each changed file: the test files that reach it. */
async function reachedBy(...changed: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { VITEST: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, ...changed.map((file) => path.join(root, file))],
    { cwd: root, env: { ...env, PLP_TEST_CHANGED: '1' }, maxBuffer: 1 << 24 },
  )
  const lines = stdout.trimEnd().split('\n')
  return (JSON.parse(lines.at(-1)!) as string[][]).map((files) => files.map((file) => path.relative(root, file)))
}

test('npm test -- --changed reaches programs that are started and files that are read', async () => {
  const [rule, page, event, golden, pictures] = (await reachedBy(
    'src/areas/boards/score.ts',
    'docs/glossary.md',
    'src/areas/feedback/events.ts',
    'test/golden/UserRegistered.json',
    'src/areas/previews/draw.ts',
  )) as [string[], string[], string[], string[], string[]]

  // By imports: the server's process, and everything that starts one.
  expect(rule).toEqual(
    expect.arrayContaining(['test/api/boards.test.ts', 'test/start.test.ts', 'test/chaos/stop.test.ts']),
  )
  expect(rule).not.toContain('src/areas/competitions/competition-decider.test.ts')
  expect(page).toContain('test/documents.test.ts')
  expect(page).not.toContain('test/api/boards.test.ts')
  expect(event).toContain('test/documents.test.ts')
  expect(golden).toContain('test/golden/golden.test.ts')
  expect(golden).not.toContain('test/api/boards.test.ts')
  expect(pictures).toContain('src/areas/previews/pictures.test.ts')
})

test('npm test fails if no test has the name of -t', async () => {
  const { VITEST: _, ...env } = process.env
  const run = promisify(execFile)(process.execPath, ['scripts/test.mjs', 'src/kernel/names.test.ts', '-t', 'no such'], {
    ...{ cwd: root, env },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('No test ran') })
})
