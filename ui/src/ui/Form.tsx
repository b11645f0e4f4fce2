import { CircleAlert } from 'lucide-react'
import { styled } from 'styled-components'
import { messageOf } from '../api/http.ts'

export const Form = styled.form`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);
`

const Box = styled.p`
  display: flex;
  gap: var(--s2);
  padding: 10px 12px;
  background: var(--loss-tint);
  font-size: var(--t1);

  svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 1px;
    color: var(--loss);
  }
`

export const refusalOf = (error: unknown): string => messageOf(error, 'The server did not answer. Try again.')

export function Refused({ children }: { children: string }) {
  return (
    <Box role="alert">
      <CircleAlert aria-hidden />
      {children}
    </Box>
  )
}
