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
