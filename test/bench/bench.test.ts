import { afterAll, expect, test } from 'vitest'
import { benches } from './benches.ts'
import { stopPrograms } from './http.ts'

afterAll(stopPrograms)

test.each(benches)('$name runs with a small load', async ({ run }) => {
  const { ours, base } = await run('small')
  expect([ours, base]).toEqual([expect.any(Number), expect.any(Number)])
  expect(ours).toBeGreaterThan(0)
  expect(base).toBeGreaterThan(0)
})
