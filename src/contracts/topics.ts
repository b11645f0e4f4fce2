/** The topic of a change after which a page reads everything again: a rebuild, or a gap in what it was told. */
export const EVERY_TOPIC = '*'
