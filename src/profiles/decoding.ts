/** What the process that decodes exits with. */
export const DECODED = { notAPicture: 3 } as const
