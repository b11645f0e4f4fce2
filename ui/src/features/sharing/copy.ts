import { useRef, useState } from 'react'
import { attempt } from '../../ui/useAction.ts'

/** Time for which a button shows that it has copied, in ms (docs/rules.md R63). */
const COPIED_FOR = 2_000

/** Copies a link and confirms it. If the browser forbids copying, advises to copy it manually. */
export async function copyLink(link: string): Promise<boolean> {
  const copied = await attempt(() => navigator.clipboard.writeText(link), {
    done: { title: 'Link copied!' },
    failed: 'Failed to copy link',
    otherwise: 'Please copy the link manually',
  })
  return copied.isDone
}

export function useCopy() {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async (link: string) => {
    if (!(await copyLink(link))) return
    clearTimeout(timer.current)
    setCopied(true)
    timer.current = setTimeout(setCopied, COPIED_FOR, false)
  }
  return { isCopied, copy }
}
