import { useState } from 'react'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import type { Offer } from './offers.ts'

const loadDialog = () => import('./ShareDialog.tsx').then((module) => module.ShareDialog)

/** Opens the share dialog: `share` with an offer; render `dialog`. */
export function useShareDialog() {
  const [offer, setOffer] = useState<Offer | null>(null)
  const { Component: Dialog, open, close, busy } = useLazyComponent(loadDialog, 'Failed to share predictions')
  return {
    isOpening: busy,
    share(next: Offer) {
      setOffer(next)
      void open()
    },
    dialog: Dialog && offer && <Dialog offer={offer} onClose={close} />,
  }
}
