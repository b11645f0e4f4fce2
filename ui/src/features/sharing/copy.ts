import { useRef, useState } from 'react'
import { copyLink } from '../../ui/copyLink.ts'

/** Time for which a button shows that it has copied, in ms (docs/rules.md R63). */
const COPIED_FOR = 2_000

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
