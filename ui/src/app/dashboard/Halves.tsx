import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'

/** Two columns with headings if there is room; a `data-list` column has no padding. */
export const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s4) 0;
  padding-block: var(--s3);
  border-block: 1px solid var(--line);

  & > :not([data-list]),
  & > [data-list] > :not(ol) {
    padding-inline: var(--s3-4);
  }
  & h3 {
    margin-bottom: var(--s2);
    font-size: var(--t3);
  }
  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

interface HalfProps {
  title: string
  isList?: true
  children: ReactNode
}

export function Half({ title, isList, children }: HalfProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} data-list={isList}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
