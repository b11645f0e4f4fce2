import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Season } from '../../contracts/common.ts'
import { RECEIPT_FORMAT } from '../../contracts/receipts.ts'

/** A seal of the public list. */
export const Seal = z.object({
  /** Number of the seal in the chain, from 1. */
  id: Id,
  /** null: the board of a gameweek. */
  fixtureId: z.nullable(Id),
  season: Season,
  gameweek: Gameweek,
  /** Short names of the clubs; null: the board of a gameweek. */
  home: z.nullable(z.string()),
  away: z.nullable(z.string()),
  sealedAt: IsoTime,
  /** Number of picks, or of rows of the board. */
  size: z.int(),
  /** Root of the tree, 64 hex digits. */
  fingerprint: z.string(),
})
export type Seal = z.infer<typeof Seal>

/** `GET /api/proofs/{id}` */
export const SealDetails = z.extend(Seal, {
  /** The signed checkpoint. */
  checkpoint: z.string(),
})
export type SealDetails = z.infer<typeof SealDetails>

/** `GET /api/proofs/key` */
export const SealKey = z.object({
  /** Verifier key of a signed note: name, hash and public key. */
  verifierKey: z.string(),
  /** Matches and boards that closed before it are not sealed; null: sealing has not started. */
  since: z.nullable(IsoTime),
  /** Number of seals, and of picks in them. */
  seals: z.int(),
  picks: z.int(),
})
export type SealKey = z.infer<typeof SealKey>

/**
 * `open`: sealed at the cutoff. `sealing`: about to be sealed. `unsealed`: the match closed before seals, or the pick was stored after the
 * seal.
 */
export const ReceiptState = z.enum(['open', 'sealing', 'sealed', 'unsealed'])
export type ReceiptState = z.infer<typeof ReceiptState>

/** A receipt file of the player. It reveals the pick to anyone who has it. */
export const ReceiptFile = z.object({
  format: z.literal(RECEIPT_FORMAT),
  /** For readers, such as `Brentford v Burnley`. */
  about: z.string(),
  /** null: the receipt of a board. */
  predictionId: z.nullable(Id),
  savedAt: z.nullable(IsoTime),
  closesAt: z.nullable(IsoTime),
  state: ReceiptState,
  /** Canonical JSON. */
  statement: z.string(),
  salt: z.string(),
  entry: z.string(),
  seal: z.nullable(z.object({ index: z.int(), path: z.array(z.string()), checkpoint: z.string() })),
})
export type ReceiptFile = z.infer<typeof ReceiptFile>

/** `GET /api/predictions/gameweek/{n}/receipts` */
export const GameweekReceipts = z.object({
  season: Season,
  gameweek: Gameweek,
  receipts: z.array(ReceiptFile),
  /** The player’s row of the board after the gameweek; null: not sealed, or not ranked. */
  board: z.nullable(ReceiptFile),
})
export type GameweekReceipts = z.infer<typeof GameweekReceipts>
