export type Mode = 'login' | 'register'

export const entryQuery = (mode: Mode): string => `?enter=${mode}`

/** The form that an address asks for; null: none. */
export function entryOf(search: string): Mode | null {
  const asked = new URLSearchParams(search).get('enter')
  return asked === 'login' || asked === 'register' ? asked : null
}

/** What stands against sending; null when nothing does. The server checks the rest of R48 and R49. */
export function entryProblem(username: string, password: string): string | null {
  if (!username.trim() || !password) return 'Please enter both username and password'
  if (password.length < 6) return 'Password must be at least 6 characters long'
  return null
}
