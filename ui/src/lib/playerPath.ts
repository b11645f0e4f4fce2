export const playerPath = (id: number): string => `/players/${id}`
