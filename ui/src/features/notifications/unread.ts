const MOST = 99

/** `3`, at most `99+`; null: no badge. */
export function countText(unread: number): string | null {
  if (unread === 0) return null
  return unread > MOST ? `${MOST}+` : String(unread)
}

export function bellLabel(unread: number): string {
  const count = countText(unread)
  return count === null ? 'Notifications' : `Notifications, ${count} unread`
}
