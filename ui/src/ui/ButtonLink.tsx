import { Link, type LinkProps } from 'react-router-dom'
import { styled } from 'styled-components'
import { type ButtonLook, look, lookProps } from './Button.tsx'

const LinkBase = styled(Link)`
  ${look}
`

export function ButtonLink({ kind, size, block, onDark, children, ...rest }: LinkProps & Omit<ButtonLook, 'icon'>) {
  return (
    <LinkBase {...rest} {...lookProps({ kind, size, block, onDark })}>
      {children}
    </LinkBase>
  )
}
