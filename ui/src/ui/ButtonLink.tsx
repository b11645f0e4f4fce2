import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { styled } from 'styled-components'
import { type ButtonLook, look, lookProps } from './Button.tsx'

const LinkBase = styled(Link)`
  ${look}
`

/** A link that looks like a button. */
export function ButtonLink({
  kind,
  size,
  block,
  icon,
  onDark,
  children,
  ...rest
}: LinkProps & ButtonLook & { children: ReactNode }) {
  return (
    <LinkBase {...rest} {...lookProps({ kind, size, block, icon, onDark })}>
      {children}
    </LinkBase>
  )
}
