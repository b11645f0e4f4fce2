import { useEffect } from 'react'

export const PRODUCT = 'PLP: Premier League predictions'

/** The window's title while a page is shown; null: the product's own. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? PRODUCT : `${title} · PLP`
    return () => {
      document.title = PRODUCT
    }
  }, [title])
}
