import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'
import { type PushState, pushHere, removeDevice, sendTest, subscribe } from './browser.ts'
import { reads } from './reads.ts'

const otherwise = 'Please try again in a moment.'

interface Here {
  readonly state: PushState | 'checking'
  /** Id of this device; null: not subscribed. */
  readonly id: string | null
}

/** Push in this browser: its state and what the reader may do. */
export function usePush({ devices, pushKey }: Pick<Reminders, 'devices' | 'pushKey'>) {
  const [here, setHere] = useState<Here>({ state: 'checking', id: null })
  const { mutate } = useSWRConfig()
  const { busy, run } = useAction<string>()
  const check = () => void pushHere(devices).then(setHere, () => setHere({ state: 'unsupported', id: null }))
  useEffect(check, [devices])

  const test = (id: string) =>
    run(
      () => sendTest(id),
      {
        done: { title: 'The test has been sent', description: 'Did it arrive?' },
        failed: 'Failed to send a test',
        otherwise,
      },
      `test ${id}`,
    )

  return {
    ...here,
    busy,
    check,
    test,
    /** Asks the browser, subscribes it and sends a test. Returns whether it is on. */
    async turnOn(): Promise<boolean> {
      const outcome = await run(() => subscribe(pushKey), { failed: 'Push is not on', otherwise }, 'on')
      const device = outcome.isDone ? outcome.answer : null
      if (device === null) {
        check()
        return false
      }
      await mutate(reads.reminders.key)
      const isSent = await sendTest(device.id).then(
        () => true,
        () => false,
      )
      toast({
        title: 'Push is on for this device',
        description: isSent ? 'The test has been sent. Did it arrive?' : 'The test could not be sent.',
        action: (
          <Button size="sm" onDark onClick={() => toast(null)}>
            {isSent ? 'Yes' : 'OK'}
          </Button>
        ),
      })
      return true
    },
    remove: (id: string, name: string) =>
      run(
        async () => {
          await removeDevice(id)
          await mutate(reads.reminders.key)
        },
        { done: { title: 'Device removed', description: name }, failed: 'Failed to remove the device', otherwise },
        `remove ${id}`,
      ),
  }
}
