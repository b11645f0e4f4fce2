import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const HASH_BYTES = 32
/** Hashes after which other work of the process runs. */
const BREATH = 4_096
const [LEAF, NODE] = [0, 1]

/** A Merkle tree of RFC 9162 over entries of 32 bytes: the levels from the leaf hashes to the root, each in one buffer. */
export interface Tree {
  readonly size: number
  readonly levels: readonly Buffer[]
}

/** Builds the tree of concatenated entries. A last node without a sibling moves up a level unchanged. */
export async function buildTree(entries: Buffer): Promise<Tree> {
  const size = entries.length / HASH_BYTES
  const levels = [await hashed(entries, 1, LEAF)]
  while (levels.at(-1)!.length > HASH_BYTES) levels.push(await hashed(levels.at(-1)!, 2, NODE))
  return { size, levels }
}

/** Hashes groups of values behind a prefix byte. A group that is incomplete is copied. */
async function hashed(values: Buffer, perGroup: 1 | 2, prefix: number): Promise<Buffer> {
  const bytes = perGroup * HASH_BYTES
  const result = Buffer.alloc(Math.ceil(values.length / bytes) * HASH_BYTES)
  const input = Buffer.alloc(1 + bytes, prefix)
  let [from, to] = [0, 0]
  for (; from + bytes <= values.length; from += bytes, to += HASH_BYTES) {
    values.copy(input, 1, from, from + bytes)
    hash('sha256', input, 'buffer').copy(result, to)
    if ((to / HASH_BYTES) % BREATH === BREATH - 1) await setImmediate()
  }
  if (from < values.length) values.copy(result, to, from)
  return result
}

/** Root of the tree; without entries, the hash of nothing. */
export const rootOf = ({ size, levels }: Tree): Buffer => (size === 0 ? hash('sha256', '', 'buffer') : levels.at(-1)!)

/** Inclusion path of an entry, from its sibling up. */
export function pathOf({ levels }: Tree, index: number): readonly Buffer[] {
  return levels.slice(0, -1).flatMap((level, height) => {
    const at = ((index >> height) ^ 1) * HASH_BYTES
    return at < level.length ? [level.subarray(at, at + HASH_BYTES)] : []
  })
}

/** Index of an entry among sorted, concatenated entries; -1: not among them. */
export function indexOf(entries: Buffer, entry: Buffer): number {
  let [low, high] = [0, entries.length / HASH_BYTES - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = entry.compare(entries, middle * HASH_BYTES, (middle + 1) * HASH_BYTES)
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}
