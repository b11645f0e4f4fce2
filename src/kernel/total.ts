import type { Page } from '../contracts/common.ts'

/**
 * Length of the list of which `rows` are a page, from the `total` of a row. A page after the end has no rows: `again` then reads
 * the first row of the list.
 */
export async function totalOf(
  rows: readonly { readonly total: number }[],
  { offset }: Page,
  again: (page: Page) => Promise<{ readonly total: number }>,
): Promise<number> {
  return rows[0]?.total ?? (offset === 0 ? 0 : (await again({ limit: 1, offset: 0 })).total)
}
