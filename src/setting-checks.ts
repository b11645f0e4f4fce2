import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

export const oneOf = (schemes: string[]) =>
  z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && schemes.includes(url.protocol)
  })

export const openable = (text: string): boolean => {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text)
  if (text === 'demo' || text === 'football-data') return true
  try {
    accessSync(text, constants.R_OK)
    return statSync(text).isFile()
  } catch {
    return false
  }
}

/** A folder, or nothing yet; not what lies where this user may not look. */
export const canBeFolder = (text: string): boolean => {
  try {
    return statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? true
  } catch {
    return false
  }
}

export const isRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && +prefix <= bits))
}

export const isProxyList = (text: string): boolean =>
  text
    .split(',')
    .every((entry) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim()) || isRange(entry.trim()))
