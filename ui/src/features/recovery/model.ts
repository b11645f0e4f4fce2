export function tryAgainIn(seconds: number | undefined): string {
  const minutes = Math.max(1, Math.ceil((seconds ?? 60) / 60))
  if (minutes > 120) return `Try again in ${Math.ceil(minutes / 60)} hours.`
  return `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
