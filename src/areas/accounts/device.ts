/** Browsers by a word in their user agent. Most user agents also contain words of others, so the first match counts. */
const BROWSERS = [
  [['Edg/', 'EdgA/', 'EdgiOS/'], 'Edge'],
  [['OPR/', 'OPX/', 'OPT/'], 'Opera'],
  [['SamsungBrowser/'], 'Samsung Internet'],
  [['Firefox/', 'FxiOS/'], 'Firefox'],
  [['Chrome/', 'CriOS/'], 'Chrome'],
  [['Safari/'], 'Safari'],
] as const

const SYSTEMS = [
  [['iPhone'], 'iPhone'],
  [['iPad'], 'iPad'],
  [['Android'], 'Android'],
  [['Windows'], 'Windows'],
  [['Macintosh', 'Mac OS X'], 'Mac'],
  [['CrOS'], 'ChromeOS'],
  [['Linux', 'X11'], 'Linux'],
] as const

/**
 * The name of a browser and its system, such as `Firefox on Android`; null if neither is known. Built only from our own
 * words, because a client can send any user agent.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: readonly (readonly [readonly string[], string])[]) =>
    known.find(([words]) => words.some((word) => userAgent?.includes(word)))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
