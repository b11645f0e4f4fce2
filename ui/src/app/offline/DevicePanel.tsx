import { useEffect, useState } from 'react'
import { READS_CACHE } from '../../api/storedReads.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { TwoTaps } from './InstallOffer.tsx'
import { useInstall } from './install.ts'

/** Settings of this device: installation, and data stored for offline use. */
export function DevicePanel() {
  const { install, add } = useInstall()
  const [kept, setKept] = useState<string | null>(null)
  const [isCleared, setCleared] = useState(false)
  useEffect(() => {
    if (!isCleared) keptText().then(setKept, () => {})
  }, [isCleared])
  if (!('caches' in globalThis)) return null
  return (
    <Panel title="This device">
      <Rows>
        {install === 'prompt' && (
          <li>
            <RowText>On the home screen</RowText>
            <Button size="sm" onClick={() => void add()}>
              Add it
            </Button>
          </li>
        )}
        <li>
          <RowText>
            Kept for offline
            <br />
            <small>{(!isCleared && kept) || 'Nothing'}</small>
          </RowText>
          {kept && !isCleared && (
            <Button size="sm" onClick={() => void caches.delete(READS_CACHE).then(() => setCleared(true))}>
              Clear
            </Button>
          )}
        </li>
      </Rows>
      {install === 'taps' && (
        <PanelBody>
          <TwoTaps />
        </PanelBody>
      )}
    </Panel>
  )
}

/** `the gameweek, your picks, 1.2 MB`; null: nothing is kept. */
async function keptText(): Promise<string | null> {
  if (!(await caches.has(READS_CACHE))) return null
  const { usage = 0 } = (await navigator.storage?.estimate()) ?? {}
  return `The gameweek and your picks, ${(usage / 1e6).toFixed(1)} MB`
}
