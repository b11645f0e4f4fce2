import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { finger } from './finger.ts'

/** The way back above a page's heading. */
export const Crumb = styled(Link)`
  ${finger}
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  margin-bottom: var(--s1);
  overflow-wrap: anywhere;
`
