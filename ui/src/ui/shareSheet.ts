import { showFailure } from './useAction.ts'

/** Phones have a useful native share sheet; on desktops the game's dialog is better. */
export const hasShareSheet = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches

/** Opens the native share sheet. False: it was dismissed or is unavailable. */
export async function offerInSheet(link: string, title: string): Promise<boolean> {
  try {
    await navigator.share({ title, url: link })
    return true
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) showFailure('Share failed', error)
    return false
  }
}
