import { attempt } from './useAction.ts'

/** Copies a link and confirms it. If the browser forbids copying, advises to copy it manually. */
export async function copyLink(link: string): Promise<boolean> {
  const copied = await attempt(() => navigator.clipboard.writeText(link), {
    done: { title: 'Link copied!' },
    failed: 'Failed to copy link',
    otherwise: 'Please copy the link manually',
  })
  return copied.isDone
}
