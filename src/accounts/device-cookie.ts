import { randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { PersonalData } from '../event-log/personal-data.ts'
import { KNOWN_DAYS } from './known-places.ts'
import type { SignInVisitor } from './shapes.ts'

const NAME = 'plp_browser'
/** Browsers take this name only over https, for this host alone. */
const SECURE_NAME = '__Host-plp_browser'

/**
 * Tells browsers apart by a random number, signed with the store's key so that nobody makes up one. It says nothing of who
 * signed in with it, signs nobody in, and outlives sessions: with it the server knows a browser again at its next login.
 */
export interface DeviceCookie {
  /** The number that came along; null where there is none of ours. */
  read(req: Request): string | null
  /** Who asks, where it counts as signing in. */
  visitorOf(input: { readonly req: Request; readonly ip: string }): SignInVisitor
  /** Puts a number into the browser for 90 days. */
  write(req: Request, res: Response, device: string): void
}

export function createDeviceCookie({ hmac }: Pick<PersonalData, 'hmac'>): DeviceCookie {
  const signed = (device: string): string => `${device}.${hmac('browser', device)}`
  const read: DeviceCookie['read'] = ({ headers: { cookie }, secure }) => {
    const value = cookie ? parseCookie(cookie)[secure ? SECURE_NAME : NAME] : undefined
    const [, device] = /^([\w-]{22})\.[0-9a-f]{32}$/.exec(value ?? '') ?? []
    return device !== undefined && isSame(signed(device), value as string) ? device : null
  }
  return {
    read,
    visitorOf: ({ req, ip }) => ({ ip, device: read(req), userAgent: req.get('user-agent') }),
    write(req, res, device) {
      res.append(
        'Set-Cookie',
        stringifySetCookie({
          name: req.secure ? SECURE_NAME : NAME,
          value: signed(device),
          httpOnly: true,
          sameSite: 'strict',
          secure: req.secure,
          path: '/',
          maxAge: KNOWN_DAYS * 86_400,
        }),
      )
    },
  }
}

/** The number of a browser that has none. */
export const newDevice = (): string => randomBytes(16).toString('base64url')

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
