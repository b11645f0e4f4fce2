import { useLive } from '../../api/live.ts'

/** Keeps the page of a share true, which stands outside the shell, for whoever is signed in. */
export function LiveReads({ shareUrl }: { shareUrl: string }) {
  useLive(shareUrl)
  return null
}
