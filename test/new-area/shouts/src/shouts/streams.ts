/** `shout-{id}`: one shout. */
export const shoutStream = (shoutId: number): string => `shout-${shoutId}`
