/** The place of each of these rows, which come by points: equal points share one, as in the standings (1, 2, 2, 4). */
export function placesOf(rows: readonly { readonly totalPoints: number }[]): readonly number[] {
  let place = 1
  return rows.map(({ totalPoints }, index) => {
    if (index > 0 && totalPoints !== rows[index - 1]!.totalPoints) place = index + 1
    return place
  })
}
