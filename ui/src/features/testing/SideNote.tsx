import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SideNote as Note } from '../../ui/SideNote.ts'

export function SideNote({ icon: Icon, tone, children }: { icon: LucideIcon; tone?: 'warn'; children: ReactNode }) {
  return (
    <Note data-tone={tone} role={tone && 'status'}>
      <Icon aria-hidden />
      <span>{children}</span>
    </Note>
  )
}
