import { useEffect } from 'react'

export const PRODUCT = 'PLP: Premier League predictions'

/** Sets the window title while a page is shown; null: the product name alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? PRODUCT : `${title} · PLP`
    return () => {
      document.title = PRODUCT
    }
  }, [title])
}
