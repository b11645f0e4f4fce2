/** Views that analysts are not given, and why. They hold what people have entrusted to the game or to each other, and say nothing of predictions. */
export const KEPT_BACK: Readonly<Record<string, string>> = {
  recovery: 'e-mail addresses, and what gets people back in',
  lockouts: 'addresses that people come from',
  wallets: 'a wallet is shown to its player alone',
  messages: 'what is said in a league is its members’ business',
  message_reports: 'what readers tell the administrators',
  share_reports: 'what readers tell the administrators',
  administrators_acts: 'what administrators do, and their reasons',
  traces: 'names of streams tell what somebody has said, liked and reported',
  follows: 'who follows whom is seen by these two only',
}

/** Columns that analysts are not given of views that they read otherwise, and why. */
export const KEPT_BACK_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  leagues: { join_code: 'whoever has it is in' },
  profiles: Object.fromEntries(
    ['first_name', 'last_name', 'bio', 'location', 'phone'].map((column) => [column, 'it says who somebody is']),
  ),
  shares: { token: 'whoever has it opens a private share' },
}

/** Views that show picks before their cutoff: whoever plays has no business there. */
export const SHOWS_OPEN_PICKS: readonly string[] = ['predictions', 'achievement_cards']
