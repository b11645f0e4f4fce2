import type { Attack } from './attack.ts'

const HOSTS = ['evil.test', 'evil.test/%2e%2e', 'evil.test/..', 'evil.test/assets', 'evil.test//']
const STARTS = [
  '/\\',
  '//',
  '///',
  '/\\/',
  '/%5c',
  '/%09/',
  '/%2f',
  '/.//',
  '/assets/..//',
  '/assets/..\\',
  '/assets//',
]
const ENDS = ['', '/', '/%2e%2e', '/%2e%2e/', '?next=//evil.test', '?next=https://evil.test']
/** A path of this game that no browser interprets as another host. */
const OWN = /^\/(?![/\\\t\r\n])/

export const redirects: Attack = {
  name: 'redirects',
  does: 'addresses whose redirect a browser could take for another host',
  async run(game) {
    const shapes = STARTS.flatMap((start) => HOSTS.flatMap((host) => ENDS.map((end) => `${start}${host}${end}`)))
    const away: string[] = []
    for (const path of [...shapes, '/assets', '/api', '/index.html/']) {
      const { status, headers } = await game.send({ path, headers: { 'x-forwarded-for': game.newAddress() } })
      const { location } = headers
      if (location !== undefined && !OWN.test(location)) away.push(`${path} → ${status} ${location}`)
    }
    return [
      {
        holds: 'every Location is a path of the game',
        seen: away.length === 0 ? `of ${shapes.length} addresses none leads away` : `${away.length} lead away`,
        ok: away.length === 0,
        details: away,
      },
    ]
  },
}
