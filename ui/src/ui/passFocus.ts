const controls = () => [...document.querySelectorAll<HTMLElement>('a,button,input,select')]

/**
 * Ref of a button that its own press removes. The focus moves to the control that follows in its place, such as the first
 * entry that the press added (docs/rules.md R369).
 */
export function passFocus(button: HTMLElement | null) {
  let before: HTMLElement | undefined
  // Entries may be there before the button goes.
  button?.addEventListener('click', () => {
    const all = controls()
    before = all[all.indexOf(button) - 1]
  })
  return () => {
    if (document.activeElement !== button) return
    queueMicrotask(() => {
      const left = controls()
      if (before?.isConnected) left[left.indexOf(before) + 1]?.focus()
    })
  }
}

/**
 * Focuses a control, or the list around it if it was removed together with its row: the control in its place would do the
 * same to the next row. Without the list, the page (docs/rules.md R369).
 */
export function focusOrList(control: HTMLElement, list: HTMLElement | null): void {
  const target = [control, list].find((each) => each?.isConnected) ?? document.getElementById('main')
  if (list && target === list) list.tabIndex = -1
  target?.focus({ preventScroll: target !== control })
}

/** Ref of a button that removes its own row. */
export const passFocusToList = (button: HTMLElement | null) => (): void => {
  const list = listOf(button)
  if (button && document.activeElement === button) queueMicrotask(() => focusOrList(button, list))
}

/** The list of a control's row. */
export const listOf = (control: Element | null): HTMLElement | null => control?.closest(':is(ul,ol)') ?? null
