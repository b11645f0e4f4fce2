/** Detail of the 503 that calls of achievements return until the history has been folded for the first time. */
export const BEING_COUNTED = 'We’re adding up achievements for the first time. Check back in a few minutes.'
