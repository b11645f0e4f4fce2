import { useEffect, useState } from 'react'
import { toast } from '../../ui/Toast.tsx'
import { COPIED_FOR } from './links.ts'

/** Copies a link and says so; where the browser forbids it, that it has to be copied by hand. */
export async function copyLink(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    toast({ title: 'Link copied!' })
    return true
  } catch {
    toast({ variant: 'destructive', title: 'Failed to copy link', description: 'Please copy the link manually' })
    return false
  }
}

/** Copies, and for two seconds afterwards `isCopied`. */
export function useCopy() {
  const [copies, setCopies] = useState(0)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), COPIED_FOR)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async (link: string) => {
    if (await copyLink(link)) setCopies((before) => before + 1)
  }
  return { isCopied, copy }
}
