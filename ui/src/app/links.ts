import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../../src/contracts/accounts.ts'
import type { Page, Place } from './page.ts'

export interface NavigationLink {
  to: string
  label: string
  icon: LucideIcon
  /** Whose link it is; without it everybody's. */
  role?: Role
}

/** How navigation leads to a page from a place; null: it does not. */
export const linkOf = ({ path, role, link }: Page, place: Place): NavigationLink | null =>
  link?.in.includes(place) ? { to: path, label: link.label, icon: link.icon, role } : null
