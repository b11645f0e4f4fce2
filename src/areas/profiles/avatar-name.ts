/** File name of a picture in its address. The name has 128 random bits, so a picture cannot be found by guessing (docs/threats.md T66). */
export const AVATAR_FILE = /^([\w-]{22})\.webp$/

/** Returns the path of a picture. */
export const avatarUrlOf = (name: string): string => `/api/avatars/${name}.webp`
