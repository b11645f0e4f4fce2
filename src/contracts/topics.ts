/** The topic of a change after which a page reads all data again: a rebuild, or missed changes. */
export const EVERY_TOPIC = '*'
