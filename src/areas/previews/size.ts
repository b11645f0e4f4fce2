/** Size of a picture in pixels, as recommended for link previews. */
export const WIDTH = 1200
export const HEIGHT = 630

/** Size of a tall picture for stories. */
export const TALL = { width: 1080, height: 1920 } as const
