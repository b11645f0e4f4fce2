import { createHash } from 'node:crypto'

// Generated once for this product, so that its names never collide with others.
const namespace = Buffer.from('0d8f1c5e2a4b4c7f9e6d3b1a5c7e9f02', 'hex')

/** UUID version 5 (RFC 9562): the same name always yields the same id. */
export function uuid5(name: string): string {
  const hash = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
