import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CurrentUser, Role } from '../../../src/contracts/accounts.ts'

/** The line of the header, the bottom bar of a phone, the sheet under its More, the menu of the admin area. */
export type Place = 'header' | 'bar' | 'more' | 'admin'

/** What every page is given. */
export interface PageProps {
  user: CurrentUser
  /** The page's own, of the list. */
  title: string | null
  /** The pages that it draws within itself. */
  pages?: readonly Page[]
}

export interface Page {
  readonly path: string
  /** Further pages lie below its path. */
  readonly isArea?: true
  /** What the window says; null: the product's own title. */
  readonly title: string | null
  /** Whose page it is; without it everybody's. */
  readonly role?: Role
  /** How navigation leads to it, and where. */
  readonly link?: { readonly label: string; readonly icon: LucideIcon; readonly in: readonly Place[] }
  /** Its part of the help: a tab of it or a line, and the words of the link there. */
  readonly help?: { readonly to: string; readonly label: string }
  /** Pages that it draws within itself. */
  readonly pages?: Readonly<Record<string, Page>>
  /** Its code, where that comes only when somebody goes there. The build reads here which files those are (`ui/early.ts`). */
  readonly Code?: ComponentType<PageProps>
}
