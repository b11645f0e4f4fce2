import type { Result } from 'lighthouse'

/** A row of the table. Scripts are counted as transferred, up to the end of Lighthouse's measurement. Throws if a value is missing. */
export function rowOf(name: string, { audits, categories }: Pick<Result, 'audits' | 'categories'>): string {
  const present = <T>(value: T | null | undefined, of: string): T => {
    if (value === null || value === undefined) throw new Error(`Lighthouse measured no ${of} of ${name}`)
    return value
  }
  const numberOf = (audit: string) => present(audits[audit]?.numericValue, audit)
  const { items } = present(audits['network-requests']?.details, 'requests') as unknown as {
    readonly items: readonly { readonly resourceType?: string; readonly transferSize?: number }[]
  }
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  const bytes = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  const cells = [
    name,
    Math.round(present(categories.performance?.score, 'performance') * 100),
    (numberOf('largest-contentful-paint') / 1_000).toFixed(2),
    numberOf('cumulative-layout-shift').toFixed(3),
    Math.round(numberOf('total-blocking-time')),
    (bytes / 1_000).toFixed(1),
    scripts.length,
  ]
  return `| ${cells.join(' | ')} |`
}
