/** Whether the request that brought the page came with a session: `none`, or `maybe`. */
export const firstCheck = () => document.querySelector<HTMLMetaElement>('meta[name="plp-session"]')?.content

let at = 0

/**
 * When the reads that an open page shows began: the one of who is here comes first. Milliseconds of the page's own time,
 * 0 where the page itself came with that read under way.
 */
export const firstRead = {
  begins(withPage = false): void {
    at = withPage ? 0 : performance.now()
  },
  at: (): number => at,
}
