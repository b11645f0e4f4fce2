/** `+20 points`, `-1 point` */
export const signed = (points: number): string =>
  `${points > 0 ? '+' : ''}${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** `twice`, `3 times`; nothing for once. */
export const often = (count: number): string => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`)

/** `1st`, `2nd`, `11th`, `21st` */
export const ordinal = (place: number): string =>
  `${place}${(place % 100 > 10 && place % 100 < 14 ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1]) ?? 'th'}`
