/** Size of a picture in pixels, as recommended for link previews. */
export const WIDTH = 1200
export const HEIGHT = 630
