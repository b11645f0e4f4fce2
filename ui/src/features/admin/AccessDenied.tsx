import { ShieldX } from 'lucide-react'
import { styled } from 'styled-components'
import { Badge } from '../../ui/Badge.tsx'
import { PanelBox } from '../../ui/Panel.tsx'

const Box = styled(PanelBox)`
  display: grid;
  justify-items: center;
  gap: var(--s3);
  width: min(30rem, 100%);
  margin: clamp(24px, 10vh, 96px) auto;
  padding: var(--s6) var(--s4);
  text-align: center;

  & > svg {
    width: 32px;
    height: 32px;
    color: var(--danger);
  }
  p {
    color: var(--muted);
  }
`

export function AccessDenied() {
  return (
    <Box aria-labelledby="denied">
      <ShieldX aria-hidden />
      <h1 id="denied">Access Denied</h1>
      <p>You need administrator privileges to access this page.</p>
      <Badge tone="warn">Admin Only</Badge>
    </Box>
  )
}
