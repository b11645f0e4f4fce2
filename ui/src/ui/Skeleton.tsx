import type { CSSProperties } from 'react'
import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const Bone = styled.span`
  display: block;
  width: var(--sk-w, 100%);
  height: var(--sk-h, 14px);
  background: var(--skeleton);
  animation: plp-breathe 1.6s ease-in-out infinite alternate;
`

/** A placeholder block. Sizes are CSS lengths. */
export function Skeleton({ width, height }: { width?: string; height?: string }) {
  return <Bone style={{ '--sk-w': width, '--sk-h': height } as CSSProperties} />
}

/** Hidden for the first 250 ms, so that fast loads do not flicker. */
const Late = styled.div`
  display: grid;
  gap: var(--s3);
  animation: plp-appear 1ms 250ms backwards;

  &[data-inset] {
    padding: var(--s3) var(--s4);
  }
  &[data-inset='body'] {
    padding-block: 0 var(--s4);
  }
`

export interface LoadingProps {
  label: string
  /** Number of blocks; `children` replaces them. */
  rows?: number
  rowHeight?: string
  /** `body`: padded like a panel's body, without top padding; `all`: padded on all sides. */
  inset?: 'body' | 'all' | undefined
  children?: React.ReactNode
  className?: string
}

export function Loading({ label, rows = 4, rowHeight = '44px', inset, children, className }: LoadingProps) {
  return (
    <Late role="status" aria-busy="true" data-inset={inset} className={className}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children ??
        Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks without an identity
          <Skeleton key={index} height={rowHeight} width={index % 3 === 2 ? '72%' : '100%'} />
        ))}
    </Late>
  )
}
