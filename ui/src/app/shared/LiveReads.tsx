import { useLive } from '../../api/live.ts'

/** Keeps a share's page up to date for signed-in readers, since it is outside the shell. */
export function LiveReads({ shareUrl }: { shareUrl: string }) {
  useLive(shareUrl)
  return null
}
