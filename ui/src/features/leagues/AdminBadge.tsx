import { Shield } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'

/** Of the one who runs a league. */
export function AdminBadge() {
  return (
    <Badge tone="info">
      <Shield aria-hidden />
      Admin
    </Badge>
  )
}
