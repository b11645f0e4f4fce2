/** What calls of achievements say (503) until the history has been folded for the first time. */
export const BEING_COUNTED = 'Achievements are being counted for the first time. They will be here in a few minutes.'
