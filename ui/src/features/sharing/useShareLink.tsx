import type { ShareCounts, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { http } from '../../api/http.ts'
import { copyLink } from '../../ui/copyLink.ts'
import { hasShareSheet, offerInSheet } from '../../ui/shareSheet.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt } from '../../ui/useAction.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { shareLink } from './model.ts'

const loadLinks = () => import('./LinkDialog.tsx').then((module) => module.LinkDialog)

interface ShareLinkOptions {
  /** Signed in: the share was counted. Receives the new counts. */
  onCounted?(counts: ShareCounts): void
  /** Shows the toast 'Shared successfully'; otherwise only the result of copying. */
  showsToast?: boolean
}

/** Shares a link: with the native sheet, else by copying it and offering networks in a `dialog`. */
export function useShareLink(
  { shareUrl, title }: Pick<SharedPrediction, 'shareUrl' | 'title'>,
  { onCounted, showsToast }: ShareLinkOptions = {},
) {
  const { Component: Links, open, close } = useLazyComponent(loadLinks, 'Share failed')
  const link = shareLink(location.origin, shareUrl)

  const count = async () => {
    if (!onCounted) return
    const counted = await attempt(
      () =>
        http<ShareCounts>(`/api/shared-predictions/${shareUrl}/interact`, { method: 'POST', body: { type: 'share' } }),
      showsToast ? { failed: 'Share failed' } : {},
    )
    if (!counted.isDone) return
    onCounted(counted.answer)
    if (showsToast) toast({ title: 'Shared successfully', description: title })
  }

  const sendLink = async () => {
    if (hasShareSheet()) {
      if (await offerInSheet(link, title)) await count()
      return
    }
    const isCopied = await copyLink(link)
    void open()
    if (isCopied) await count()
  }

  return { sendLink, dialog: Links && <Links link={link} title={title} onClose={close} /> }
}
