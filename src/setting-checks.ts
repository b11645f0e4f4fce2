import { statSync } from 'node:fs'
import { isIP } from 'node:net'

/** True for a folder or a missing path; false for a file or an inaccessible path. */
export const canBeFolder = (text: string): boolean => {
  try {
    return statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? true
  } catch {
    return false
  }
}

const isRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && +prefix <= bits))
}

export const isProxyList = (text: string): boolean =>
  text
    .split(',')
    .every((entry) => ['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim()) || isRange(entry.trim()))
