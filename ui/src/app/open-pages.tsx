import type { ComponentType } from 'react'
import type { Session } from '../features/session/api.ts'
import type { LazyComponent } from '../lib/lazy.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { Opening } from './Opening.tsx'

export interface OpenPage {
  readonly path: string
  readonly Code: LazyComponent<{ session: Session }>
  /** Players see the page of the app at the same path. */
  readonly isForStrangers?: true
}

const open = (load: () => Promise<ComponentType<{ session: Session }>>) => lazyComponent(load, <Opening />)

/**
 * Pages available with or without a session, each with its own bar instead of the header. This list is separate, since
 * it is part of the first script for everyone; the icons and areas of the other pages are loaded after sign-in. The
 * build reads both lists (`ui/early.ts`).
 */
export const OPEN_PAGES = {
  shared: {
    path: '/shared',
    Code: open(() => import('./shared/SharedPage.tsx').then((module) => module.SharedPage)),
  },
  join: {
    path: '/join',
    Code: open(() => import('./join/JoinPage.tsx').then((module) => module.JoinPage)),
  },
  forgotPassword: {
    path: '/forgot-password',
    Code: open(() => import('./recovery/ForgotPasswordPage.tsx').then((module) => module.ForgotPasswordPage)),
  },
  passwordReset: {
    path: '/password-reset',
    Code: open(() => import('./recovery/PasswordResetPage.tsx').then((module) => module.PasswordResetPage)),
  },
  confirmEmail: {
    path: '/confirm-email',
    Code: open(() => import('./recovery/ConfirmEmailPage.tsx').then((module) => module.ConfirmEmailPage)),
  },
  unsubscribe: {
    path: '/unsubscribe',
    Code: open(() => import('./reminders/UnsubscribePage.tsx').then((module) => module.UnsubscribePage)),
  },
  proofs: {
    path: '/proofs',
    Code: open(() => import('./proofs/OpenProofsPage.tsx').then((module) => module.OpenProofsPage)),
    isForStrangers: true,
  },
} satisfies Readonly<Record<string, OpenPage>>

/** Returns the open page at or above an address; pages for strangers only if `isStranger`. */
export const openPageAt = (pathname: string, isStranger = false): OpenPage | undefined =>
  Object.values<OpenPage>(OPEN_PAGES).find(
    ({ path, isForStrangers }) =>
      (pathname === path || pathname.startsWith(`${path}/`)) && (isStranger || !isForStrangers),
  )
