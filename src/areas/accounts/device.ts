/** Programs by a word of what they call themselves. Most say the words of others as well: the first that fits counts. */
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
 * What a browser is called to the person who signs in with it: `Firefox on Android`; null where nothing of it is known. Made of words of
 * ours alone: whoever signs in says what they like there.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const nameIn = (known: readonly (readonly [readonly string[], string])[]) =>
    known.find(([words]) => words.some((word) => userAgent?.includes(word)))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
