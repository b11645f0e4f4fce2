import type { ComponentProps } from 'react'
import { styled } from 'styled-components'
import { control, useFieldProps } from './Field.tsx'

const SelectBase = styled.select`
  ${control}
  appearance: none;
  padding-right: 36px;
  background-image:
    linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%);
  background-position:
    right 18px center,
    right 13px center;
  background-size: 5px 5px;
  background-repeat: no-repeat;

  /* These omit gradients. */
  @media (forced-colors: active) {
    appearance: auto;
    padding-right: 12px;
  }
`

export function Select(props: ComponentProps<'select'>) {
  return <SelectBase {...useFieldProps()} {...props} />
}
