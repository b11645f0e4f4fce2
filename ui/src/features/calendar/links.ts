/** Entries of a calendar: every match, the matches of the favourite club, or only cutoffs. */
export type Choice = 'all' | 'club' | 'cutoffs'

/** The full address of a calendar. `clubId`: the favourite club. */
export function addressOf(origin: string, path: string, choice: Choice, clubId: number | null): string {
  const query = choice === 'cutoffs' ? '?only=cutoffs' : choice === 'club' && clubId !== null ? `?club=${clubId}` : ''
  return `${origin}${path}${query}`
}

/** Links that subscribe to an address in common calendars. */
export function subscriptionsOf(address: string): readonly { readonly name: string; readonly href: string }[] {
  const webcal = address.replace(/^https?:/, 'webcal:')
  return [
    { name: 'Apple Calendar', href: webcal },
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}` },
    {
      name: 'Outlook',
      href: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url: address, name: 'PLP' })}`,
    },
  ]
}
