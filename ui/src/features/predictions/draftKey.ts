/** Whose unsaved picks they are: a user's, or those of somebody who is not signed in. */
export type Picker = number | 'guest'

/** Under which name a device keeps them. */
export const draftKey = (picker: Picker): string => `plp.drafts.${picker}`
