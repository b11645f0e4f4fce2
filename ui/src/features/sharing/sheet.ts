import { showFailure } from '../../ui/useAction.ts'

/** A phone has a sheet of its own for links; a desktop's is worse than ours. */
export const hasShareSheet = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches

/** Offers a link in the phone's own sheet. False: it was closed, or there was none after all. */
export async function offerInSheet(link: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ title, url: link })
    return true
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) showFailure('Share failed', error)
    return false
  }
}
