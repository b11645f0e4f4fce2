import type { ShareCounts, SharedPrediction } from '../../../../src/contracts/sharing.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt } from '../../ui/useAction.ts'
import { useLazyPart } from '../../ui/useLazyPart.tsx'
import { copyLink } from './copy.ts'
import { shareLink } from './model.ts'
import { countShared } from './shareReads.ts'
import { hasShareSheet, offerInSheet } from './sheet.ts'

const loadLinks = () => import('./LinkDialog.tsx').then((module) => module.LinkDialog)

interface PassOnOptions {
  /** Whoever is signed in is counted. */
  readonly isCounted: boolean
  /** It says 'Shared successfully'; without it nothing but what became of the link. */
  readonly isSaid: boolean
  onCounted(counts: ShareCounts): void
}

/** Passes a share on: in the phone's own sheet, else the link is copied and offered to the networks. */
export function usePassOn(
  { shareUrl, title }: Pick<SharedPrediction, 'shareUrl' | 'title'>,
  { isCounted, isSaid, onCounted }: PassOnOptions,
) {
  const { Part: Links, open, close } = useLazyPart(loadLinks, 'Share failed')

  const count = async () => {
    if (!isCounted) return
    const counted = await attempt(() => countShared(shareUrl), isSaid ? { failed: 'Share failed' } : {})
    if (!counted.isDone) return
    onCounted(counted.answer)
    if (isSaid) toast({ title: 'Shared successfully', description: title })
  }

  const passOn = async () => {
    const link = shareLink(location.origin, shareUrl)
    if (hasShareSheet()) {
      if (await offerInSheet(link, title)) await count()
      return
    }
    const isCopied = await copyLink(link)
    void open()
    if (isCopied) await count()
  }

  return { passOn, Links, close }
}
