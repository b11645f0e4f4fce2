import type { ReactNode } from 'react'
import { messageOf } from '../api/http.ts'
import { PanelBox } from './Panel.tsx'
import { Loading, type LoadingProps } from './Skeleton.tsx'
import { ErrorState } from './State.tsx'

export interface Answer<T> {
  readonly data: T | undefined
  readonly error?: unknown
  mutate(): unknown
}

interface MissingProps {
  read: Pick<Answer<unknown>, 'error' | 'mutate'>
  failed: string
  /** The title is enough: the server's message is not shown. */
  isBrief?: boolean
  /** Not inside a panel: the error gets its own. */
  isAlone?: boolean
  loading?: LoadingProps
  waiting?: ReactNode
}

/** Placeholder for data that is loading, or has failed with a retry button. */
export function Missing({ read, failed, isBrief, isAlone, loading, waiting }: MissingProps) {
  if (!read.error) return loading ? <Loading inset={isAlone ? undefined : 'body'} {...loading} /> : waiting
  return (
    <Framed isAlone={isAlone}>
      <ErrorState title={failed} onRetry={() => void read.mutate()}>
        {isBrief ? null : messageOf(read.error, 'The server did not answer.')}
      </ErrorState>
    </Framed>
  )
}

interface LoadedProps<T> extends MissingProps {
  read: Answer<T>
  /** Shown for an empty list; an `EmptyState`. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the state of a read: loading, failed, empty, or the data. */
export function Loaded<T>({ empty, children, ...missing }: LoadedProps<T>) {
  const { data } = missing.read
  if (data === undefined) return <Missing {...missing} />
  if (empty !== undefined && Array.isArray(data) && data.length === 0)
    return <Framed isAlone={missing.isAlone}>{empty}</Framed>
  return children(data)
}

function Framed({ isAlone, children }: { isAlone: boolean | undefined; children: ReactNode }) {
  return isAlone ? <PanelBox as="div">{children}</PanelBox> : children
}
