import { type ComponentProps, type ReactNode, useId } from 'react'
import { css, styled } from 'styled-components'

/** The cut top right corner, painted over: `--under` is the page colour, `--cut-line` the colour of the hairline. */
export const cutCorner = css`
  &::after {
    content: '';
    position: absolute;
    top: -1px;
    right: -1px;
    width: var(--cut);
    height: var(--cut);
    pointer-events: none;
    z-index: 3;
    background: linear-gradient(
      to top right,
      transparent calc(50% - 1px),
      var(--cut-line, var(--line)) calc(50% - 1px) 50%,
      var(--under) 50%
    );
  }
`

export const PanelBox = styled.section`
  position: relative;
  min-width: 0;
  background: var(--surface);
  border: 1px solid var(--line);
  ${cutCorner}

  & > * {
    --under: var(--surface);
  }
`

export const PanelHeader = styled.header`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--s1) var(--s3);
  flex-wrap: wrap;
  padding: var(--s4) var(--s5) var(--s3) var(--s4);

  h2,
  h3 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
  }
`

export const PanelBody = styled.div`
  padding: 0 var(--s4) var(--s4);
`

export const PanelFoot = styled.div`
  padding: var(--s2) var(--s4);
  border-top: 1px solid var(--line);
`

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode
  actions?: ReactNode
}

/** A panel labelled by its heading. Wrap content in `PanelBody`; lists and tables go edge to edge. */
export function Panel({ title, actions, children, ...rest }: PanelProps) {
  const id = useId()
  return (
    <PanelBox aria-labelledby={id} {...rest}>
      <PanelHeader>
        <h2 id={id}>{title}</h2>
        {actions}
      </PanelHeader>
      {children}
    </PanelBox>
  )
}
