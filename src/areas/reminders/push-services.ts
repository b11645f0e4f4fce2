/** Whether a text names push services: a host, every host below one (`*.push.apple.com`), or a host of this machine with its port. */
export const isPushService = (text: string): boolean =>
  /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/i.test(text) || LOCAL.test(text)

/** Only these are reached without TLS, for tests. */
const LOCAL = /^(localhost|127\.0\.0\.1):\d{1,5}$/

/**
 * Whether the endpoint of a subscription is at one of the services: browsers send endpoints, and the server calls them
 * (docs/threats.md T99).
 */
export function isAllowedEndpoint(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isLocal = LOCAL.test(url.host)
  if (url.protocol !== (isLocal ? 'http:' : 'https:')) return false
  return services.some((service) => {
    const host = service.toLowerCase()
    return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host
  })
}
