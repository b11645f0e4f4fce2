import { AVATAR_LIMITS, AVATAR_PROBLEMS } from '../../../../src/areas/profiles/constants.ts'
import type { ToastMessage } from '../../ui/Toast.tsx'

export const PICTURE_TYPES = AVATAR_LIMITS.types.join(',')

export interface Square {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Edge of the uploaded square in pixels: larger than the stored one, for better downscaling. */
const EDGE = 512

const messageOf = (problem: string): ToastMessage => {
  const [title = '', description] = problem.split(': ')
  return { variant: 'destructive', title, description }
}

/** Not an image, or truncated. */
export const INVALID_PICTURE = messageOf(AVATAR_PROBLEMS.invalid)

/** Checks a file before upload (docs/rules.md R193); null: no problem. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): ToastMessage | null {
  if (!AVATAR_LIMITS.types.some((known) => known === type)) return INVALID_PICTURE
  return size > AVATAR_LIMITS.bytes ? messageOf(AVATAR_PROBLEMS.tooLarge) : null
}

/** The file as a data URL, which the content security policy allows. */
export function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}

/** Crops a square out of a picture; re-encoding drops its metadata. */
export async function cutOut(address: string, { x, y, width, height }: Square): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: EDGE, height: EDGE })
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, EDGE, EDGE)
  return new Promise((resolve, reject) =>
    // Browsers without a WebP encoder produce PNG.
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn'))), 'image/webp', 0.92),
  )
}
