import { styled } from 'styled-components'
import { grouped } from './examine.ts'

const Digits = styled.span`
  font: 600 var(--t2) / 1.35 var(--board);
  letter-spacing: 0.05em;
  overflow-wrap: anywhere;
`

/** A fingerprint in groups of four digits. */
export function Fingerprint({ hex }: { hex: string }) {
  return <Digits>{grouped(hex)}</Digits>
}
