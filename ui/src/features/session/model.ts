export type Mode = 'login' | 'register'

export const entryQuery = (mode: Mode): string => `?enter=${mode}`

/** The form requested by the URL; null: none. */
export function entryOf(search: string): Mode | null {
  const mode = new URLSearchParams(search).get('enter')
  return mode === 'login' || mode === 'register' ? mode : null
}

/** Validation error of the form; null if there is none. The server checks the rest of R48 and R49. */
export function entryProblem(username: string, password: string): string | null {
  if (!username.trim() || !password) return 'Please enter both username and password'
  if (password.length < 6) return 'Password must be at least 6 characters long'
  return null
}
