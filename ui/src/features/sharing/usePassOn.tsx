import type { ShareCounts, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { http } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt } from '../../ui/useAction.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { copyLink } from './copy.ts'
import { shareLink } from './model.ts'
import { hasShareSheet, offerInSheet } from './sheet.ts'

const loadLinks = () => import('./LinkDialog.tsx').then((module) => module.LinkDialog)

interface PassOnOptions {
  /** Whoever is signed in is counted, and hears what it came to. */
  onCounted?(counts: ShareCounts): void
  /** It says 'Shared successfully'; without it nothing but what became of the link. */
  isSaid?: boolean
}

/** Passes a share on: in the phone's own sheet, else the link is copied and offered to the networks in a `dialog`. */
export function usePassOn(
  { shareUrl, title }: Pick<SharedPrediction, 'shareUrl' | 'title'>,
  { onCounted, isSaid }: PassOnOptions = {},
) {
  const { Component: Links, open, close } = useLazyComponent(loadLinks, 'Share failed')
  const link = shareLink(location.origin, shareUrl)

  const count = async () => {
    if (!onCounted) return
    const counted = await attempt(
      () =>
        http<ShareCounts>(`/api/shared-predictions/${shareUrl}/interact`, { method: 'POST', body: { type: 'share' } }),
      isSaid ? { failed: 'Share failed' } : {},
    )
    if (!counted.isDone) return
    onCounted(counted.answer)
    if (isSaid) toast({ title: 'Shared successfully', description: title })
  }

  const passOn = async () => {
    if (hasShareSheet()) {
      if (await offerInSheet(link, title)) await count()
      return
    }
    const isCopied = await copyLink(link)
    void open()
    if (isCopied) await count()
  }

  return { passOn, dialog: Links && <Links link={link} title={title} onClose={close} /> }
}
