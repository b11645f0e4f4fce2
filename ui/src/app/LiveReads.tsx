import { useLive } from '../api/live.ts'

/** Keeps a page true that stands outside the shell, for whoever is signed in. */
export function LiveReads() {
  useLive()
  return null
}
