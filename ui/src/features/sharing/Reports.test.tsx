import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Report } from '../../../../src/areas/sharing/contract.ts'
import { DELETED_USER } from '../../../../src/contracts/names.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { Reports } from './Reports.tsx'

componentTests()

const READ = '/api/admin/reports'

const report = (number: number, changes: Partial<Report> = {}): Report => ({
  id: `message-${number}`,
  kind: 'message',
  subjectId: number,
  text: `Text ${number}`,
  author: 'ben',
  user: { id: 2, username: 'ben', displayName: 'ben', profileImage: null },
  place: { name: 'Office', link: null },
  reportedBy: { id: 3, username: 'mia', displayName: 'mia', profileImage: null },
  reason: null,
  createdAt: '2025-11-29T15:30:00.000Z',
  ...changes,
})
const list = (...all: Report[]) => ok(z.array(Report), all)
const share = { kind: 'share', place: { name: 'My five', link: '/shared/q7Rk2mXw9TzBq7Rk2mXw9T' } } as const
const comment = { kind: 'comment', place: share.place } as const
const item = async (text: string) => (await screen.findByText(text)).closest('li')!

describe('the reports', () => {
  test('are announced while they load', () => {
    draw(<Reports />, { answers: { [READ]: 'pending' } })
    expect(screen.getByText('Loading reports')).toBeDefined()
  })

  test('of which there are none', async () => {
    draw(<Reports />, { answers: { [READ]: list() } })
    expect(await screen.findByText('No reports')).toBeDefined()
  })

  test('that fail can be requested again', async () => {
    const { user, answer } = draw(<Reports />, { answers: { [READ]: problem(503, 'The store is away') } })
    expect(await screen.findByText('Failed to load reports')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(READ, list(report(1)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Text 1')).toBeDefined()
  })

  test('name text, author, place, reporter and reason', async () => {
    const gone = { author: null, user: null, reportedBy: { ...report(1).reportedBy, id: null } }
    draw(<Reports />, {
      answers: { [READ]: list(report(1, { reason: 'Spam' }), report(2, share), report(3, { ...comment, ...gone })) },
    })
    const message = await item('Text 1')
    expect(message.textContent).toMatch(/Message.*ben.* in the league Office.*Reported by.*mia.*: Spam, /)
    expect(within(message).queryByRole('link', { name: 'Office' })).toBeNull()
    expect((await item('Text 2')).textContent).toMatch(/Share.*ben.* shared My five.*mia, /)
    const removed = await item('Text 3')
    expect(removed.textContent).toContain(`Comment ${DELETED_USER} on My five`)
    expect(removed.textContent).toContain(`Reported by ${DELETED_USER}, `)
    expect(within(removed).getByRole('link', { name: 'My five' }).getAttribute('href')).toBe(share.place.link)
    expect(
      within(removed)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Dismiss the report from mia of the comment of a deleted user', 'Delete the comment of a deleted user'])
  })

  test.each([
    ['message', {}, '/api/messages/7', /shows that a message was deleted/],
    ['share', share, '/api/shared-predictions/q7Rk2mXw9TzBq7Rk2mXw9T', /with its page and comments/],
    ['comment', comment, '/api/comments/7', /^This removes it for everyone\.$/],
  ] as const)(
    'of a %s: it is deleted after a question that names the consequence',
    async (kind, changes, path, text) => {
      const { user, answer, writes } = draw(<Reports />, { answers: { [READ]: list(report(7, changes)) } })
      answer(`DELETE ${path}`, () => {
        answer(READ, list())
        return done
      })
      await user.click(await screen.findByRole('button', { name: `Delete the ${kind} of ben` }))
      const dialog = within(screen.getByRole('dialog', { name: `Delete the ${kind} of ben?` }))
      expect(dialog.getByText(text)).toBeDefined()
      await user.click(dialog.getByRole('button', { name: 'Delete' }))
      const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
      expect(await screen.findByText(`${name} deleted`)).toBeDefined()
      expect(writes().map((call) => `${call.method} ${call.path}`)).toEqual([`DELETE ${path}`])
      expect(await screen.findByText('No reports')).toBeDefined()
    },
  )

  test('R387: are dismissed one by one', async () => {
    const { user, answer, writes } = draw(<Reports />, { answers: { [READ]: list(report(7), report(8)) } })
    answer(`DELETE ${READ}/message-7`, () => {
      answer(READ, list(report(8)))
      return done
    })
    await user.click(within(await item('Text 7')).getByRole('button', { name: /^Dismiss/ }))
    expect(await screen.findByText('Report dismissed')).toBeDefined()
    expect(writes().map((call) => `${call.method} ${call.path}`)).toEqual([`DELETE ${READ}/message-7`])
    await waitFor(() => expect(screen.queryByText('Text 7')).toBeNull())
    expect(screen.getByText('Text 8')).toBeDefined()
  })

  test.each(['Dismiss the report', 'Delete'])('R369: the focus moves from the row to the list: %s', async (action) => {
    const { user, answer } = draw(<Reports />, { answers: { [READ]: list(report(7), report(8)) } })
    const remove = () => {
      answer(READ, list(report(8)))
      return done
    }
    answer(`DELETE ${READ}/message-7`, remove)
    answer('DELETE /api/messages/7', remove)
    await user.click(within(await item('Text 7')).getByRole('button', { name: new RegExp(`^${action}`) }))
    if (action === 'Delete') await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByText('Text 7')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Reports' })))
  })

  test('that cannot be dealt with stay', async () => {
    const { user } = draw(<Reports />, {
      answers: { [READ]: list(report(7)), 'DELETE /api/messages/7': problem(503, 'The store is away') },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete the message of ben' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete message')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    expect(screen.getByText('Text 7')).toBeDefined()
  })
})
