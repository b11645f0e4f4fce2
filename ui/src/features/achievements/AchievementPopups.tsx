import { type ComponentType, useCallback, useReducer } from 'react'
import { styled } from 'styled-components'
import { room } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { useLayerOpen } from '../../ui/useBackCloses.ts'
import { useAchievementChecks } from './api.ts'
import type { PopupProps } from './Popup.tsx'
import { noPopups, popupsAfter, type Unlocked } from './popups.ts'

const load = () => import('./Popup.tsx')
/** Fallback when the pop-up fails to load: the achievement is still listed on its page. */
const Nothing: ComponentType<PopupProps> = () => null
const Popup = lazyComponent(
  () =>
    load().then(
      (module): ComponentType<PopupProps> => module.Popup,
      () => Nothing,
    ),
  null,
)
/** Starts loading the pop-up while the texts are being fetched. */
const onUnlocked = () => void load().catch(() => {})

/* Below the header, where it covers neither the save bar nor a toast. */
const Frame = styled.div`
  ${room}
  position: fixed;
  z-index: 29;
  inset: 0;
  pointer-events: none;
`

const Corner = styled.div`
  position: absolute;
  inset: calc(60px + env(safe-area-inset-top)) var(--s3) auto;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;

  @container page (min-width: 64rem) {
    inset: 72px var(--s5) auto auto;
  }
`

/**
 * Checks for new achievements and shows them on every screen, several in one pop-up. Dialogs, inbox and open chats stay
 * on top.
 */
export function AchievementPopups({ userId }: { userId: number }) {
  const [popups, dispatch] = useReducer(popupsAfter, noPopups)
  const isCovered = useLayerOpen()
  const onFound = useCallback((unlocked: readonly Unlocked[]) => dispatch({ type: 'found', unlocked }), [])
  useAchievementChecks(userId, { onUnlocked, onFound })
  return (
    // The live region is always rendered, so that screen readers announce new content.
    <Frame>
      <Corner role="status" aria-live="polite">
        {popups.shown.length > 0 && !isCovered && (
          <Popup unlocked={popups.shown} isLeaving={popups.isLeaving} dispatch={dispatch} />
        )}
      </Corner>
    </Frame>
  )
}
