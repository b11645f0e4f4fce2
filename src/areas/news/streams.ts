/** `news-{slug}`: one story of the game. */
export const newsStream = (slug: string): string => `news-${slug}`
