/** `+20 points`, `-1 point` */
export const signed = (points: number): string =>
  `${points > 0 ? '+' : ''}${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** `twice`, `3 times`; nothing for once. */
export const often = (count: number): string => (count === 1 ? '' : count === 2 ? ' twice' : ` ${count} times`)
