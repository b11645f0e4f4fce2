/** Checks receipts (docs/proofs.md). It imports nothing, because the offline checker contains this file. */

/** A pick as sealed. `revision`: 1 for the first pick of the match; 0 if it is older than seals. */
export interface PickStatement {
  readonly fixtureId: number
  readonly playerId: number
  readonly pick: { readonly result: string; readonly score: { readonly home: number; readonly away: number } | null }
  readonly revision: number
}

/** A row of a gameweek’s board as sealed. */
interface BoardStatement {
  readonly season: string
  readonly gameweek: number
  readonly playerId: number
  readonly points: number
  readonly rank: number
}

export type Statement = PickStatement | BoardStatement

export const RECEIPT_FORMAT = 'plp-receipt-1'
/** Most bytes of a file with the receipts of a gameweek; each has about 2,000. */
export const RECEIPT_FILE_BYTES = 1_000_000

/** A receipt file. Bytes are in hex, those of the tree in base64. */
export interface Receipt {
  readonly format: typeof RECEIPT_FORMAT
  /** For readers; the check does not use it. */
  readonly about: string
  /** Canonical JSON of a `Statement`. */
  readonly statement: string
  readonly salt: string
  /** SHA-256 of the salt and the statement. */
  readonly entry: string
  /** null: not sealed yet. */
  readonly seal: { readonly index: number; readonly path: readonly string[]; readonly checkpoint: string } | null
}

/** A signed checkpoint: tlog-checkpoint in a signed note, by C2SP. */
export interface Checkpoint {
  /** The signed text, including its last newline. */
  readonly body: string
  readonly origin: string
  readonly size: number
  readonly root: string
  /** ISO 8601 UTC. */
  readonly time: string
  /** SHA-256 of the body of the seal before, in base64; null: this is the first one. */
  readonly previous: string | null
}

/** `right-unsigned`: everything fits, but this browser cannot check the signature. */
export type Verdict =
  | 'right'
  | 'right-unsigned'
  | 'too-early'
  | 'changed'
  | 'other-subject'
  | 'wrong-signature'
  | 'no-receipt'

export interface Checked {
  readonly verdict: Verdict
  /** Missing if the file is no receipt. */
  readonly receipt?: Receipt
  readonly statement?: Statement
  /** Missing without a readable seal. */
  readonly checkpoint?: Checkpoint
  /** The root that the path leads to, in base64; null: the path is too long or too short. */
  readonly computedRoot?: string | null
}

/** Canonical JSON (RFC 8785) of a JSON value. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const hex = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of lower-case hex; null for another text. */
function fromHex(text: unknown): Bytes | null {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})+$/.test(text)) return null
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

const base64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes))

/** The bytes of padded base64; null for another text, also for another spelling of the same bytes. */
function fromBase64(text: unknown): Bytes | null {
  if (typeof text !== 'string') return null
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return base64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** 64 hex digits of a hash in base64; empty for another text. */
export const hexOfBase64 = (text: string): string => hex(fromBase64(text) ?? new Uint8Array())

const sha256 = async (...parts: readonly Bytes[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)))

/** Root of the tree that an inclusion path leads to (RFC 9162, 2.1.3.2); null: the path is too long or too short. */
async function rootOf(entry: Bytes, index: number, size: number, path: readonly Bytes[]): Promise<Bytes | null> {
  let [node, last] = [index, size - 1]
  let hash = await sha256(Uint8Array.of(0), entry)
  for (const sibling of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else {
      hash = await sha256(Uint8Array.of(1), hash, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Reads a checkpoint; null for another text. It checks no signature. */
export function parseCheckpoint(note: unknown): Checkpoint | null {
  if (typeof note !== 'string' || !note.includes('\n\n')) return null
  const body = note.slice(0, note.indexOf('\n\n') + 1)
  const [origin, size, root, time, previous, ...more] = body.slice(0, -1).split('\n')
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size ?? '') || fromBase64(root)?.length !== 32) return null
  if (!time?.startsWith('time ') || !TIME.test(time.slice(5)) || more.length > 0) return null
  if (previous !== undefined && !(previous.startsWith('previous ') && fromBase64(previous.slice(9))?.length === 32))
    return null
  const before = previous === undefined ? null : previous.slice(9)
  return { body, origin, size: Number(size), root: root!, time: time.slice(5), previous: before }
}

/** Hash of a checkpoint that the next one carries, in base64. */
export const hashOfCheckpoint = async ({ body }: Pick<Checkpoint, 'body'>): Promise<string> =>
  base64(await sha256(utf8(body)))

/** Reads a verifier key, `name+hash+key` of a signed note; null for another text. */
export function parseVerifierKey(text: string): { name: string; hash: string; key: Bytes } | null {
  const [name, hash, ...rest] = text.trim().split('+')
  const key = fromBase64(rest.join('+'))
  if (!name || !/^[0-9a-f]{8}$/.test(hash ?? '') || key?.length !== 33 || key[0] !== 1) return null
  return { name, hash: hash!, key: key.slice(1) }
}

/** Whether a note has a signature of this key over its text; null: this browser has no Ed25519. */
export async function isSigned(note: string, verifierKey: string): Promise<boolean | null> {
  const known = parseVerifierKey(verifierKey)
  if (known === null) return false
  const { name, hash, key } = known
  const keyHash = hex((await sha256(utf8(`${name}\n`), Uint8Array.of(1), key)).slice(0, 4))
  if (keyHash !== hash) return false
  const end = note.indexOf('\n\n')
  const line = note
    .slice(end + 2)
    .split('\n')
    .find((each) => each.startsWith(`— ${name} `))
  const signature = fromBase64(line?.slice(`— ${name} `.length))
  if (signature?.length !== 68 || hex(signature.slice(0, 4)) !== hash) return false
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature.slice(4), utf8(note.slice(0, end + 1)))
  } catch {
    return null
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Reads a statement; null if the text is not the canonical JSON of exactly its fields. */
function parseStatement(text: string): Statement | null {
  const { fixtureId, playerId, pick, revision, season, gameweek, points, rank } = JSON.parse(text)
  const isBoard = typeof season === 'string' && isCount(gameweek) && Number.isSafeInteger(points) && isCount(rank)
  const score = pick?.score && { home: pick.score.home, away: pick.score.away }
  const hasScore = score === null || (isCount(score?.home) && isCount(score?.away))
  const isPick = isCount(fixtureId) && isCount(revision) && typeof pick?.result === 'string' && hasScore
  if (!isCount(playerId) || !(isBoard || isPick)) return null
  const statement: Statement = isBoard
    ? { season, gameweek, playerId, points, rank }
    : { fixtureId, playerId, pick: { result: pick.result, score }, revision }
  return canonicalJson(statement) === text ? statement : null
}

/** The picks of a match, or the board after a gameweek. */
export type Subject = { readonly fixtureId: number } | { readonly season: string; readonly gameweek: number }

/** The part of a seal’s origin after the name of the store. */
export const subjectOf = (subject: Subject): string =>
  'fixtureId' in subject ? `fixture/${subject.fixtureId}` : `board/${subject.season}/${subject.gameweek}`

function parseReceipt(text: string): { receipt: Receipt; statement: Statement } | null {
  try {
    const receipt = JSON.parse(text) as Receipt
    if (receipt.format !== RECEIPT_FORMAT || fromHex(receipt.salt)?.length !== 32) return null
    if (fromHex(receipt.entry)?.length !== 32 || typeof receipt.about !== 'string') return null
    if (receipt.seal !== null && !(isCount(receipt.seal.index) && Array.isArray(receipt.seal.path))) return null
    const statement = parseStatement(receipt.statement)
    return statement && { receipt, statement }
  } catch {
    return null
  }
}

/**
 * Checks the text of a receipt file against the game’s verifier key. The key never comes from the receipt: a receipt that brings its
 * own key proves nothing.
 */
export async function checkReceipt(text: string, verifierKey: string): Promise<Checked> {
  const read = parseReceipt(text)
  if (read === null) return { verdict: 'no-receipt' }
  const { receipt, statement } = read
  const entry = await sha256(fromHex(receipt.salt)!, utf8(receipt.statement))
  if (hex(entry) !== receipt.entry) return { verdict: 'changed', ...read }
  if (receipt.seal === null) return { verdict: 'too-early', ...read }
  const { index, path, checkpoint: note } = receipt.seal
  const checkpoint = parseCheckpoint(note)
  const siblings = path.map(fromBase64)
  if (checkpoint === null || siblings.some((each) => each?.length !== 32)) return { verdict: 'changed', ...read }
  const isInside = index < checkpoint.size
  const root = isInside ? await rootOf(entry, index, checkpoint.size, siblings as Bytes[]) : null
  const found = { receipt, statement, checkpoint, computedRoot: root && base64(root) }
  if (found.computedRoot !== checkpoint.root) return { verdict: 'changed', ...found }
  const signed = await isSigned(note, verifierKey)
  if (signed === false) return { verdict: 'wrong-signature', ...found }
  if (checkpoint.origin !== `${parseVerifierKey(verifierKey)?.name}/${subjectOf(statement)}`)
    return { verdict: 'other-subject', ...found }
  return { verdict: signed === null ? 'right-unsigned' : 'right', ...found }
}

/** Texts of the receipts in a file: one, or those of a gameweek. A file that is neither is returned as it is. */
export function receiptsIn(text: string): readonly string[] {
  try {
    const { receipts, board } = JSON.parse(text)
    const all = Array.isArray(receipts) ? [...receipts, ...(board ? [board] : [])] : []
    if (all.length > 0) return all.map((each) => JSON.stringify(each))
  } catch {
    // The check reports it.
  }
  return [text]
}
