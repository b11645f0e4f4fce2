import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AVATAR_LIMITS } from '../../../../src/areas/profiles/constants.ts'
import { componentTests, done, draw, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { AvatarCard } from './AvatarCard.tsx'
import './CropDialog.tsx'

componentTests()

const UPLOAD = '/api/user/avatar'

/** Replaces the browser's request, which reports the progress of the upload. */
class Request {
  static all: Request[] = []
  readonly sent: unknown[] = []
  readonly upload: { onprogress?(progress: { loaded: number; total: number }): void } = {}
  onload?(): void
  onerror?(): void
  status = 0
  statusText = ''
  responseText = ''
  constructor() {
    Request.all.push(this)
  }
  open(...to: unknown[]) {
    this.sent.push(...to)
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => (this.responseText ? 'content-type: application/json\r\n' : '')
  send(body: FormData) {
    this.sent.push(body.get('avatar'))
  }
  progress = (loaded: number, total: number) => act(() => this.upload.onprogress?.({ loaded, total }))
  answer = (status: number, body?: object) =>
    act(() => {
      Object.assign(this, { status, responseText: body ? JSON.stringify(body) : '' })
      this.onload?.()
    })
}

/** Null: the browser draws nothing. */
let drawn: Blob | null

beforeEach(() => {
  Request.all = []
  drawn = new Blob(['square'], { type: 'image/webp' })
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(drawn))
})
afterEach(() => {
  Request.all = []
})

const open = (profileImage: string | null = null, answers = {}) =>
  draw(<AvatarCard user={readerSample({ profileImage })} />, { answers })
const picture = (type = 'image/png', size = 8) => new File([new Uint8Array(size)], 'me.png', { type })
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [file] } })
const dialog = () => screen.findByRole('dialog', { name: 'Choose the square' })

/** Chooses a picture, whose size the browser would report, and presses Use this. */
async function cut() {
  const drawn = open()
  choose(picture())
  const shown = await dialog()
  const image = shown.querySelector('img')!
  for (const size of ['naturalWidth', 'naturalHeight', 'offsetWidth', 'offsetHeight'] as const)
    vi.spyOn(image, size, 'get').mockReturnValue(100)
  fireEvent.load(image)
  const use = within(shown).getByRole('button', { name: 'Use this' })
  await waitFor(() => expect(use.getAttribute('aria-disabled')).toBeNull())
  await drawn.user.click(use)
  return drawn
}
const request = async () => {
  await waitFor(() => expect(Request.all).toHaveLength(1))
  return Request.all[0]!
}

describe('a new avatar', () => {
  test('is a square that is sent, with the progress (R193)', async () => {
    await cut()
    const sending = await request()
    expect(sending.sent).toEqual(['POST', UPLOAD, expect.objectContaining({ type: 'image/webp' })])
    expect(screen.queryByRole('dialog')).toBeNull()
    const bar = () => screen.getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuenow')
    expect(bar()).toBe('0')
    sending.progress(1, 3)
    expect(bar()).toBe('33')
    // The size of the body may be unknown.
    sending.progress(1, 0)
    expect(bar()).toBe('0')
    sending.answer(204)
    expect(await screen.findByText('Avatar uploaded')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Upload Photo' })).toBeDefined()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test.each([
    ['refuses it', (sending: Request) => sending.answer(413, { detail: 'That is too large' }), 'That is too large'],
    ['does not answer', (sending: Request) => act(() => sending.onerror?.()), 'Upload failed'],
  ])('can be chosen again if the server %s', async (_, answer, text) => {
    await cut()
    answer(await request())
    expect(await screen.findByText('Upload Failed')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    const upload = await screen.findByRole('button', { name: 'Upload Photo' })
    expect(upload.getAttribute('aria-disabled')).toBeNull()
  })

  test('that the browser cannot draw stays in the dialog', async () => {
    drawn = null
    await cut()
    expect(await screen.findByText('Upload Failed')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Choose the square' })).toBeDefined()
    expect(Request.all).toEqual([])
  })

  test.each([
    ['another type', picture('text/plain'), 'Invalid file'],
    ['too many bytes', picture('image/png', AVATAR_LIMITS.bytes + 1), 'File too large'],
  ])('of %s is refused before it is read (R133)', async (_, file, title) => {
    open()
    choose(file)
    expect(await screen.findByText(new RegExp(title, 'i'))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is no picture closes the dialog and says so', async () => {
    open()
    choose(picture())
    fireEvent.error((await dialog()).querySelector('img')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(/invalid file/i)).toBeDefined()
  })

  test('is zoomed, or left', async () => {
    const { user } = open()
    choose(picture())
    const shown = within(await dialog())
    const zoom = shown.getByRole('slider', { name: 'Zoom' })
    fireEvent.change(zoom, { target: { value: '2.5' } })
    expect(zoom.getAttribute('aria-valuetext')).toBe('2.5 times')
    await user.click(shown.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is not there when nothing was chosen', () => {
    open()
    fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [] } })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
})

describe('the avatar', () => {
  const remove = async (answer: ReturnType<typeof problem>) => {
    const { user, writes } = open('/avatars/1.webp', { [`DELETE ${UPLOAD}`]: answer })
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await user.click(
      within(screen.getByRole('dialog', { name: 'Remove avatar?' })).getByRole('button', { name: 'Remove' }),
    )
    return writes
  }

  test('is removed after a question (R193)', async () => {
    const writes = await remove(done)
    expect(await screen.findByText('Avatar removed')).toBeDefined()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${UPLOAD}`])
  })

  test('stays if the server refuses', async () => {
    await remove(problem(503, 'The store is away'))
    expect(await screen.findByText('Delete Failed')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
  })
})
