import { store, stored } from '../../lib/storage.ts'

/** Path of an invitation to a league. */
export const joinPath = (code: string): string => `/join/${code}`

export const joinLink = (origin: string, code: string): string => origin + joinPath(code)

/** The code of an invitation's address, as typed; empty without one. */
export function codeOf(pathname: string): string {
  const part = pathname.split('/')[2] ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const KEY = 'plp.joining'

/** The invitation that a stranger accepted in this tab, until they have signed in. */
export const accepted = {
  remember: (code: string) => store(KEY, code, 'sessionStorage'),
  /** Whether this invitation was accepted; forgets it. */
  take(code: string): boolean {
    const isAccepted = stored(KEY, 'sessionStorage') === code
    store(KEY, null, 'sessionStorage')
    return isAccepted
  },
}
