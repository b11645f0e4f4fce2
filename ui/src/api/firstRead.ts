/** Whether the request for this page had a session cookie: `none` or `maybe`. */
export const firstCheck = () => document.querySelector<HTMLMetaElement>('meta[name="plp-session"]')?.content

let at = 0

/**
 * Start of the reads that an open page shows; the first is the read of the session. Milliseconds since the page's time
 * origin, 0 if the server started that read with the page.
 */
export const firstRead = {
  begins(withPage = false): void {
    at = withPage ? 0 : performance.now()
  },
  at: (): number => at,
}
