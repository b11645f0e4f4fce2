import type { ComponentProps } from 'react'
import { styled } from 'styled-components'
import { useFieldProps } from './Field.tsx'

const Slider = styled.input`
  width: 100%;
  min-height: 32px;
  margin: 0;
  accent-color: var(--ink);
  cursor: pointer;
`

/** A number that is found by sliding. */
export function Range(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <Slider type="range" {...useFieldProps()} {...props} />
}
