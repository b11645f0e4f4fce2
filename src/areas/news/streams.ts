/** Stream of a story: `news-{slug}`. */
export const newsStream = (slug: string): string => `news-${slug}`
