import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CurrentUser, Role } from '../../../src/areas/accounts/contract.ts'
import type { NotificationKind } from '../../../src/areas/notifications/contract.ts'

/** Header links, the bottom bar on phones, the sheet under its More, the menu of the admin pages, and the reader's picture in the header. */
export type NavigationSlot = 'header' | 'bar' | 'more' | 'admin' | 'picture'

export interface PageProps {
  readonly user: CurrentUser
  readonly title: string | null
  /** The administration pages of all areas. Only the frame of the admin pages uses them. */
  readonly adminPages: readonly DrawnPage[]
}

type LoadPage = () => Promise<ComponentType<PageProps>>

export interface Page {
  readonly path: string
  /** Further pages lie below its path. */
  readonly isArea?: true
  /** The window title; null: the name of the product alone. */
  readonly title: string | null
  readonly role?: Role
  /** Its navigation link: labelled by the title, in the header and under More, unless given. */
  readonly link?: { readonly label?: string; readonly icon: LucideIcon; readonly in?: readonly NavigationSlot[] }
  /** The tab or entry of the help about it, and the label of the link to it. */
  readonly help?: { readonly to: string; readonly label: string }
  /** Loads its code. The build reads the import (`ui/early.ts`). Only the home page has none: its code comes with the sign-in. */
  readonly load?: LoadPage
}

/** A page within the frame of the admin pages. The title is also the label of its link. */
export interface AdminPage {
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  readonly load: LoadPage
}

/** A page whose code is loaded when it is first drawn. */
export interface DrawnPage extends Page {
  readonly Code?: ComponentType<PageProps>
}

export interface Tool {
  readonly name: string
  readonly Code: ComponentType<{ user: CurrentUser; size?: 'sm'; onDark: true }>
  readonly onPhones: 'header' | 'more'
}

/**
 * The manifest of an area, `features/<area>/area.tsx`; `app/pages.tsx` collects them. It comes with the first view: loaders only.
 * Help texts (`help.ts`) and kinds of notification (`notices.ts`) lie beside it and are found by their file names.
 */
export interface Area {
  readonly pages?: readonly Page[]
  readonly adminPages?: readonly AdminPage[]
  readonly tools?: readonly Tool[]
}

/** A kind of notification: its icon in the inbox, and its label in the settings. */
export interface NotificationKindEntry {
  readonly kind: NotificationKind
  readonly label: string
  readonly icon: LucideIcon
}

export interface NavigationLink {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  readonly role?: Role
}

/** The navigation link to a page in a place; null: it has none there. */
export const linkOf = ({ path, title, role, link }: Page, place: NavigationSlot): NavigationLink | null => {
  if (!link) return null
  const { label = title ?? '', icon, in: places = ['header', 'more'] } = link
  return places.includes(place) ? { to: path, label, icon, role } : null
}
