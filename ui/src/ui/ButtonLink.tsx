import { Link, type LinkProps } from 'react-router-dom'
import { styled } from 'styled-components'
import { appearance, appearanceProps, type ButtonAppearance } from './Button.tsx'

const LinkBase = styled(Link)`
  ${appearance}
`

export function ButtonLink({
  kind,
  size,
  block,
  onDark,
  children,
  ...rest
}: LinkProps & Omit<ButtonAppearance, 'icon'>) {
  return (
    <LinkBase {...rest} {...appearanceProps({ kind, size, block, onDark })}>
      {children}
    </LinkBase>
  )
}
