let at = 0

/** When the reads that an open page shows began: the one of who is here comes first. Milliseconds of the page's own time. */
export const firstRead = {
  begins(): void {
    at = performance.now()
  },
  at: (): number => at,
}
