import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { PersonalData } from '../../event-log/personal-data.ts'
import { isSameSecret } from '../../kernel/same-secret.ts'
import { KNOWN_DAYS } from './login-guard.ts'
import type { SignInVisitor } from './shapes.ts'

const NAME = 'plp_browser'
/** Browsers accept this name only over https and only for this host. */
const SECURE_NAME = '__Host-plp_browser'

/**
 * Identifies a browser by a random number, signed with the store's key so that it cannot be forged. The cookie does not
 * contain the user, cannot be used to sign in, and outlives sessions. The server uses it to recognise a trusted browser
 * at its next login.
 */
export function createDeviceCookie({ hmac }: Pick<PersonalData, 'hmac'>) {
  const signed = (device: string): string => `${device}.${hmac('browser', device)}`
  function read({ headers: { cookie }, secure }: Request): string | null {
    const value = cookie ? parseCookie(cookie)[secure ? SECURE_NAME : NAME] : undefined
    const [, device] = /^([\w-]{22})\.[0-9a-f]{32}$/.exec(value ?? '') ?? []
    return device !== undefined && isSameSecret(signed(device), value as string) ? device : null
  }
  /** Sets the cookie with the number for 90 days. */
  function write(req: Request, res: Response, device: string): void {
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
  }

  return {
    /**
     * The visitor of a request that counts as a login. `device` is the number in the cookie, or null without a valid
     * one.
     */
    visitorOf: ({ req, ip }: { readonly req: Request; readonly ip: string }): SignInVisitor => ({
      ip,
      device: read(req),
      userAgent: req.get('user-agent'),
    }),
    write,
    /** The number in the cookie, which is set if there is none. */
    ensure(req: Request, res: Response): string {
      const known = read(req)
      if (known !== null) return known
      const device = newDevice()
      write(req, res, device)
      return device
    },
  }
}

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/** Returns a new number for a browser without one. */
export const newDevice = (): string => randomBytes(16).toString('base64url')
