/** Whose unsaved picks they are: a user's, or those of somebody who is not signed in. */
export type Picker = number | 'guest'

export const draftKey = (picker: Picker): string => `plp.drafts.${picker}`
