import type { League } from '../../../../src/areas/leagues/contract.ts'
import { copyLink } from '../../ui/copyLink.ts'
import { hasShareSheet, offerInSheet } from '../../ui/shareSheet.ts'
import { attempt } from '../../ui/useAction.ts'
import { useSend } from '../../ui/useSend.ts'
import { joinLink } from './invitation.ts'

/** Copies a join code and confirms it. If the browser forbids copying, shows the code instead. */
export const shareCode = (joinCode: string) =>
  attempt(() => navigator.clipboard.writeText(joinCode), {
    done: { title: 'Join code copied', description: joinCode },
    failed: 'Failed to copy join code',
    otherwise: `Copy it yourself: ${joinCode}`,
  })

/** Shares the invitation link of a league: with the native sheet, else by copying it. */
export function invite({ name, joinCode }: { readonly name: string; readonly joinCode: string }): Promise<boolean> {
  const link = joinLink(location.origin, joinCode)
  return hasShareSheet() ? offerInSheet(link, `Join ${name}`) : copyLink(link)
}

export function useJoin({ id, name }: Pick<League, 'id' | 'name'>) {
  const { isBusy, send } = useSend('leagues')
  const join = () =>
    send(`/api/leagues/${id}/join`, {
      done: { title: 'Joined league successfully', description: name },
      failed: 'Failed to join league',
    })
  return { isBusy, join }
}
