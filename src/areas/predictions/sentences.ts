import type { Names } from '../../slice/notifications.ts'

/** Names of the clubs of a match, for clubs without a name, too. */
export const clubsOf = ({ home, away }: Names): readonly [hosts: string, guests: string] => [
  home ?? 'The hosts',
  away ?? 'the guests',
]

/** `Everton v Leeds` */
export const matchText = (names: Names): string => clubsOf(names).join(' v ')

/** ` (Floodlight failure)`; empty without a reason. */
export const because = (reason: string | null): string => (reason ? ` (${reason})` : '')
