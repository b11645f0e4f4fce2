/** The page of a player as others see them. */
export const playerPath = (id: number): string => `/players/${id}`
