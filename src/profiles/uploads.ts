import type { Request, Response } from 'express'
import multer from 'multer'
import { AVATAR_LIMITS, AVATAR_PROBLEMS } from '../contracts/profile-limits.ts'
import { HttpProblem, wrongField } from '../slice/problem.ts'
import { tooBusy } from './decoder.ts'

/** The field of the form with the picture in it. */
export const FIELD = 'avatar'

/** What a form has around its file. */
const FORM_BYTES = 16 * 1024
/** Pictures that are read or wait to be drawn, and their bytes together: of others the body is not read (docs/threats.md T65). */
const [MOST_UPLOADS, MOST_BYTES] = [20, 40 * 1024 * 1024]

/** Pictures on their way in. */
export interface Uploads {
  /**
   * Reads the picture of a request and does `work` with it. Throws a 400 where there is none, a 413 where it is too large, and where too many
   * are on their way, without reading it, a 503; a player sends one at a time (429).
   */
  take<T>(userId: number, req: Request, res: Response, work: (bytes: Buffer) => Promise<T>): Promise<T>
}

export function createUploads({ most = MOST_UPLOADS, mostBytes = MOST_BYTES } = {}): Uploads {
  /** Bytes that are held for each player who is sending something. */
  const held = new Map<number, number>()
  let heldBytes = 0
  return {
    async take(userId, req, res, work) {
      const length = Number(req.get('Content-Length') ?? AVATAR_LIMITS.bytes)
      if (length > AVATAR_LIMITS.bytes + FORM_BYTES) throw tooLarge()
      if (held.has(userId))
        throw new HttpProblem(429, 'Please wait until your last picture is there.', { retryAfterSeconds: 5 })
      if (held.size >= most || heldBytes + length > mostBytes) throw tooBusy()
      held.set(userId, length)
      heldBytes += length
      try {
        return await work(await pictureOf(req, res))
      } finally {
        held.delete(userId)
        heldBytes -= length
      }
    },
  }
}

const tooLarge = (): HttpProblem => new HttpProblem(413, AVATAR_PROBLEMS.tooLarge)
/** Of bytes that are no picture. */
export const notAPicture = (): HttpProblem => wrongField(FIELD, AVATAR_PROBLEMS.invalid)

/** One file, at most as large as it may be: what comes beyond is not kept. Neither its name nor its type is looked at. */
const form = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: AVATAR_LIMITS.bytes, files: 1, fields: 4, parts: 5, fieldSize: 1_024, headerPairs: 20 },
}).single(FIELD)

function pictureOf(req: Request, res: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    form(req, res, (error: unknown) => {
      if (error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE') reject(tooLarge())
      // A form that breaks off or is not one is its sender's: nothing of ours fails on the way.
      else if (error || !req.file?.size) reject(notAPicture())
      else resolve(req.file.buffer)
    })
  })
}
