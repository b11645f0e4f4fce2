import { Shield } from 'lucide-react'
import { Badge } from './Badge.tsx'

export function AdminBadge() {
  return (
    <Badge tone="info">
      <Shield aria-hidden />
      Admin
    </Badge>
  )
}
