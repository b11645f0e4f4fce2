import type { ReactNode } from 'react'
import { ApiError } from '../api/http.ts'
import { usePageTitle } from '../lib/usePageTitle.ts'
import { type Answer, Missing } from './Loaded.tsx'
import { Page } from './Page.ts'
import { Loading } from './Skeleton.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface PageOfProps<T> {
  read: Answer<T>
  /** Heading and window title until the data has loaded. */
  name: string
  /** Window title; `name` by default. */
  title?: (data: T) => string
  /** Shown when the address matches nothing, mostly a `Gone`. */
  gone: ReactNode
  failed: string
  loading: string
  children: (data: T) => ReactNode
}

/** True for a 404, and for a 400 caused by an invalid id in the address. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

export function PageOf<T>({ gone, ...there }: PageOfProps<T>) {
  return isGone(there.read.error) ? gone : <There {...there} />
}

function There<T>({ read, name, title, failed, loading, children }: Omit<PageOfProps<T>, 'gone'>) {
  const { data } = read
  usePageTitle(data === undefined ? name : (title?.(data) ?? name))
  if (data !== undefined) return children(data)
  return (
    <Page>
      <VisuallyHidden as="h1">{name}</VisuallyHidden>
      <Missing read={read} failed={failed} isAlone waiting={<Loading label={loading} rows={8} />} />
    </Page>
  )
}
