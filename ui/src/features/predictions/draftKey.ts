/** Owner of unsaved picks: a user id, or `guest` without a session. */
export type Picker = number | 'guest'

export const waitingKey = (picker: Picker): string => `plp.waiting.${picker}`

export const draftKey = (picker: Picker): string => `plp.drafts.${picker}`
