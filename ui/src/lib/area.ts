import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CurrentUser, Role } from '../../../src/areas/accounts/contract.ts'
import type { MutableKind } from '../../../src/areas/notifications/contract.ts'
import type { LazyComponent } from './lazy.ts'

/**
 * Places for navigation links: header, bottom bar on phones, the sheet of its More button, menu of the admin pages, and
 * the reader's picture in the header.
 */
export type NavigationSlot = 'header' | 'bar' | 'more' | 'admin' | 'picture'

export interface PageProps {
  readonly user: CurrentUser
  readonly title: string | null
  /** Administration pages of all areas, for the layout of the admin pages. */
  readonly adminPages: readonly DrawnPage[]
}

type LoadPage = () => Promise<ComponentType<PageProps>>

export interface Page {
  readonly path: string
  /** Has further pages below its path. */
  readonly isArea?: true
  /** Window title; null: the product name alone. */
  readonly title: string | null
  readonly role?: Role
  /** Navigation link; by default labelled with the title, in the header and under More. */
  readonly link?: { readonly label?: string; readonly icon: LucideIcon; readonly in?: readonly NavigationSlot[] }
  /** Help topic or entry about the page, and the label of the link to it. */
  readonly help?: { readonly to: string; readonly label: string }
  /**
   * Loads the code of the page. The build reads the import (`ui/early.ts`).
   */
  readonly load: LoadPage
  /** Reads of the first view, which the server starts with the page. Paths, as the build reads them, too. */
  readonly reads?: readonly string[]
}

/** A page in the layout of the admin pages. Its title is also the label of its link. */
interface AdminPage {
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  readonly load: LoadPage
}

/** A page whose code is loaded on first render. */
export interface DrawnPage extends Omit<Page, 'load'> {
  readonly Code: LazyComponent<PageProps>
}

interface Tool {
  readonly name: string
  readonly Code: ComponentType<{ user: CurrentUser; size?: 'sm'; onDark: true }>
  readonly onPhones: 'header' | 'more'
}

/**
 * Manifest of an area, `features/<area>/area.tsx`, collected by `app/pages.tsx`. It is part of the first view, so it
 * may only contain loaders. Help texts (`help.ts`) and notification kinds (`notificationKinds.ts`) are found by their
 * file names.
 */
export interface Area {
  readonly pages?: readonly Page[]
  readonly adminPages?: readonly AdminPage[]
  readonly tools?: readonly Tool[]
}

/** A kind of notification: its icon in the inbox and its label in the settings. */
export interface NotificationKindEntry {
  readonly kind: MutableKind
  readonly label: string
  readonly icon: LucideIcon
}

export interface NavigationLink {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  readonly role?: Role
}

/** Returns the navigation link to a page in a slot; null if it has none there. */
export const linkOf = (
  { path, title, role, link }: Pick<Page, 'path' | 'title' | 'role' | 'link'>,
  place: NavigationSlot,
): NavigationLink | null => {
  if (!link) return null
  const { label = title ?? '', icon, in: places = ['header', 'more'] } = link
  return places.includes(place) ? { to: path, label, icon, role } : null
}
