import { styled } from 'styled-components'
import type { DialogProps } from './DialogWindow.tsx'
import { lazyComponent } from './lazyComponent.tsx'

/** A dialog, open while rendered. Its code is loaded when the first one opens. */
export const Dialog = lazyComponent<DialogProps>(
  () => import('./DialogWindow.tsx').then((module) => module.DialogWindow),
  null,
)

/** Buttons at the end of a dialog: the safe one first, the action last. */
export const DialogActions = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: var(--s2);
  flex-wrap: wrap;
`
