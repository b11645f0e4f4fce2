/** What stands in the place of a name whose user is deleted. Nobody can be called so: no name has a space. */
export const DELETED_USER = 'Deleted user'
