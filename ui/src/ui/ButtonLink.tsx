import { Link, type LinkProps } from 'react-router-dom'
import { styled } from 'styled-components'
import { HOME } from '../lib/paths.ts'
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

/** The next step where something begins with a prediction. */
export const PlayLink = ({ onClick }: Pick<LinkProps, 'onClick'>) => (
  <ButtonLink kind="primary" to={HOME.to} onClick={onClick}>
    Make predictions
  </ButtonLink>
)
