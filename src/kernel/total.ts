import type { Page } from '../contracts/common.ts'

/**
 * How long the list is of which `rows` are a page, each saying it as `total`. After the last one there is no row
 * that could say it: `again` then reads the first.
 */
export async function totalOf(
  rows: readonly { readonly total: number }[],
  { offset }: Page,
  again: (page: Page) => Promise<{ readonly total: number }>,
): Promise<number> {
  return rows[0]?.total ?? (offset === 0 ? 0 : (await again({ limit: 1, offset: 0 })).total)
}
