/**
 * Returns the rank of each row. Rows are sorted by points; equal points share a rank, as in the standings (1, 2, 2, 4).
 */
export function ranksOf(rows: readonly { readonly totalPoints: number }[]): readonly number[] {
  let rank = 1
  return rows.map(({ totalPoints }, index) => {
    if (index > 0 && totalPoints !== rows[index - 1]!.totalPoints) rank = index + 1
    return rank
  })
}
