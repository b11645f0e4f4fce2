import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

// The rules of `promtool check metrics`.
test('only counters end with _total, units are whole words, and every metric has a help text', async () => {
  const { registry } = createMetrics()
  const metrics = await registry.getMetricsAsJSON()
  expect(metrics.length).toBeGreaterThan(20)
  for (const { name, help, type } of metrics) {
    expect([name, help.length > 0]).toEqual([name, true])
    expect([name, name.endsWith('_total')]).toEqual([name, String(type) === 'counter'])
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
    expect(name).not.toMatch(/_(ms|milliseconds|count|sum|bucket|kb|minutes)$/)
  }
})
