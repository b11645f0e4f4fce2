const CONTROLS = 'a[href], :is(button, input, select, textarea):not([disabled])'

const controls = () => [...document.querySelectorAll<HTMLElement>(CONTROLS)]

/**
 * Ref of a button that its own press removes. The focus moves to the control that follows in its place, such as the first
 * entry that the press added (docs/rules.md R369).
 */
export function passFocus(button: HTMLElement | null): () => void {
  let before: HTMLElement | undefined
  // Entries may be there before the button goes.
  const press = () => {
    const all = controls()
    before = all[all.indexOf(button!) - 1]
  }
  button?.addEventListener('click', press)
  return () => {
    if (!before || document.activeElement !== button) return
    queueMicrotask(() => {
      const left = controls()
      if (document.activeElement === document.body && before?.isConnected) left[left.indexOf(before) + 1]?.focus()
    })
  }
}
