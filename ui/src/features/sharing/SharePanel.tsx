import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { latestOffer } from './offers.ts'
import { RecentShares } from './RecentShares.tsx'
import { ShareForm } from './ShareForm.tsx'

export interface SharePanelProps {
  readonly predictions: { data: readonly Prediction[] | undefined; error?: unknown; mutate(): unknown }
  readonly preview: number
  /** Link to the picks page, if that is another page. */
  readonly play?: { readonly to: string; readonly label: string }
  readonly withRecent?: boolean
}

export function SharePanel({ predictions, preview, play, withRecent }: SharePanelProps) {
  return (
    <Panel title="Share Your Predictions">
      <Loaded
        read={predictions}
        failed="Unable to load your predictions"
        isBrief
        loading={{ label: 'Loading your predictions', rows: 4, rowHeight: '34px' }}
        empty={
          <PanelBody>
            <Stack>
              <p>Make some predictions to start sharing with the community</p>
              {play && (
                <ButtonLink kind="primary" to={play.to}>
                  {play.label}
                </ButtonLink>
              )}
            </Stack>
          </PanelBody>
        }
      >
        {(all) => (
          <PanelBody>
            <ShareForm offer={latestOffer(all)} preview={preview} />
          </PanelBody>
        )}
      </Loaded>
      {withRecent && <RecentShares />}
    </Panel>
  )
}
