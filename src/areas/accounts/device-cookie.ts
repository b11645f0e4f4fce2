import { randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { KNOWN_DAYS } from './login-guard.ts'
import type { SignInVisitor } from './shapes.ts'

const NAME = 'plp_browser'
/** Browsers take this name only over https, for this host alone. */
const SECURE_NAME = '__Host-plp_browser'

/**
 * Tells browsers apart by a random number, signed with the store's key so that nobody makes up one. It says nothing of who
 * signed in with it, signs nobody in, and outlives sessions: with it the server knows a browser again at its next login.
 */
export function createDeviceCookie({ hmac }: Pick<PersonalData, 'hmac'>) {
  const signed = (device: string): string => `${device}.${hmac('browser', device)}`
  function read({ headers: { cookie }, secure }: Request): string | null {
    const value = cookie ? parseCookie(cookie)[secure ? SECURE_NAME : NAME] : undefined
    const [, device] = /^([\w-]{22})\.[0-9a-f]{32}$/.exec(value ?? '') ?? []
    return device !== undefined && isSame(signed(device), value as string) ? device : null
  }
  return {
    /** Who asks, where it counts as signing in. `device` is the number that came along; null where there is none of ours. */
    visitorOf: ({ req, ip }: { readonly req: Request; readonly ip: string }): SignInVisitor => ({
      ip,
      device: read(req),
      userAgent: req.get('user-agent'),
    }),
    /** Puts a number into the browser for 90 days. */
    write(req: Request, res: Response, device: string): void {
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

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/** The number of a browser that has none. */
export const newDevice = (): string => randomBytes(16).toString('base64url')

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
