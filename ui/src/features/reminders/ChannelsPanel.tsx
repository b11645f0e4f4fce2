import { Bell, Check, Info, Mail, MessageSquare, Share, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { PushDevice, Reminders } from '../../../../src/areas/reminders/contract.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check as Switch } from '../../ui/Field.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { passFocus, passFocusToList } from '../../ui/passFocus.ts'
import { SideNote } from '../../ui/SideNote.ts'
import { timeZone } from './browser.ts'
import { usePush } from './usePush.tsx'
import { useSettings } from './useSettings.ts'

const Channels = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    gap: var(--s1) var(--s3);
    align-items: start;
    padding: var(--s3) var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li > svg {
    width: 20px;
    height: 20px;
    color: var(--muted);
  }
  & > li > :nth-child(2) {
    overflow-wrap: anywhere;
  }
  & > li > :nth-child(n + 4) {
    grid-column: 2 / -1;
  }
  ol {
    padding-inline-start: 1.2em;
    list-style: decimal;
  }
`

const Name = styled.b`
  display: block;
`

/** Inbox, mail and push: the state of each, and a switch where there is one. */
export function ChannelsPanel({ reminders }: { reminders: Reminders }) {
  const isOff = !reminders.settings.mail && reminders.devices.length === 0
  return (
    <Panel title="Where we may remind you">
      <Channels>
        <li>
          <MessageSquare aria-hidden />
          <div>
            <Name>Inbox</Name>
            <Small>In the game, behind the bell.</Small>
          </div>
          <Small>always on</Small>
        </li>
        <MailChannel reminders={reminders} />
        <PushChannel reminders={reminders} />
      </Channels>
      {isOff && <Note>You won’t be reminded by email or push. Your inbox still keeps a note.</Note>}
    </Panel>
  )
}

function Note({ isWarning, children }: { isWarning?: boolean; children: ReactNode }) {
  return (
    <SideNote data-tone={isWarning ? 'warn' : undefined}>
      {isWarning ? <TriangleAlert aria-hidden /> : <Info aria-hidden />}
      <span>{children}</span>
    </SideNote>
  )
}

function MailChannel({ reminders: { settings, email, emailConfirmed } }: { reminders: Reminders }) {
  const { isBusy, change } = useSettings()
  const toggle = (mail: boolean) =>
    change(mail && settings.timeZone === null ? { mail, timeZone: timeZone() } : { mail })
  return (
    <li>
      <Mail aria-hidden />
      <div>
        <Name>Email</Name>
        {email !== null && <Small>{email}</Small>}
      </div>
      {emailConfirmed ? (
        <Switch
          role="switch"
          checked={settings.mail}
          aria-disabled={isBusy}
          aria-label="Email"
          onChange={(event) => !isBusy && void toggle(event.currentTarget.checked)}
        >
          <span aria-hidden>{settings.mail ? 'On' : 'Off'}</span>
        </Switch>
      ) : (
        <span />
      )}
      {email === null ? (
        <Note>
          You haven’t given us an address. <Link to="/profile?tab=settings">Add one</Link>
        </Note>
      ) : emailConfirmed ? (
        <div>
          <Badge tone="ok">
            <Check aria-hidden />
            Address confirmed
          </Badge>
        </div>
      ) : (
        <Note isWarning>
          Confirm {email} first. <Link to="/profile?tab=settings">Send the link again</Link>
        </Note>
      )}
    </li>
  )
}

const deviceText = ({ reachedAt, addedAt }: PushDevice): string =>
  reachedAt === null ? `since ${dateText(addedAt)}` : `last reached ${dateText(reachedAt)}`

function PushChannel({ reminders }: { reminders: Reminders }) {
  const push = usePush(reminders)
  const { devices } = reminders
  const own = devices.find(({ id }) => id === push.id)
  const others = devices.filter(({ id }) => id !== push.id)
  const isSwitch = push.state === 'on' || push.state === 'off' || push.state === 'lost'
  return (
    <li aria-busy={push.state === 'checking'}>
      <Bell aria-hidden />
      <div>
        <Name>Push</Name>
        {own && (
          <Small>
            This device: {own.name}, {deviceText(own)}
          </Small>
        )}
      </div>
      {isSwitch ? (
        <Switch
          role="switch"
          checked={push.state === 'on'}
          aria-disabled={push.busy !== null}
          aria-label="Push on this device"
          onChange={() => push.busy === null && void (own ? push.remove(own.id, own.name) : push.turnOn())}
        >
          <span aria-hidden>{push.state === 'on' ? 'On' : 'Off'}</span>
        </Switch>
      ) : (
        <span />
      )}
      {push.busy === 'on' && <Note>Your browser is asking. Choose “Allow” there. We send nothing until you do.</Note>}
      {own && (
        <Row>
          <Button size="sm" busy={push.busy === `test ${own.id}`} onClick={() => void push.test(own.id)}>
            Send me a test
          </Button>
          <Button ref={passFocus} size="sm" kind="plain" onClick={() => void push.remove(own.id, own.name)}>
            Remove this device
          </Button>
        </Row>
      )}
      <PushNote state={push.state} onCheck={push.check} />
      {others.length > 0 && (
        <details>
          <summary>My other devices ({others.length})</summary>
          <Stack as="ul">
            {others.map((device) => (
              <Row as="li" key={device.id}>
                <span>
                  <b>{device.name}</b> <Small>{deviceText(device)}</Small>
                </span>
                <Button
                  ref={passFocusToList}
                  size="sm"
                  aria-label={`Remove ${device.name}`}
                  busy={push.busy === `remove ${device.id}`}
                  onClick={() => void push.remove(device.id, device.name)}
                >
                  Remove
                </Button>
              </Row>
            ))}
          </Stack>
        </details>
      )}
    </li>
  )
}

function PushNote({ state, onCheck }: { state: ReturnType<typeof usePush>['state']; onCheck: () => void }) {
  switch (state) {
    case 'lost':
      return (
        <Note isWarning>
          We could not reach this device any more, so we removed it. Switch push on to add it again.
        </Note>
      )
    case 'unsupported':
      return <Note>This browser can’t do push. Email and the inbox still work.</Note>
    case 'install':
      return (
        <Stack>
          <b>One step before</b>
          <Small>On an iPhone push works once PLP is on your home screen:</Small>
          <ol>
            <li>
              Tap <Share aria-hidden size={16} /> Share at the foot of the browser.
            </li>
            <li>Choose “Add to Home Screen”, and open PLP from there.</li>
          </ol>
        </Stack>
      )
    case 'blocked':
      return (
        <Stack>
          <b>Push is blocked</b>
          <Small>You said no earlier, and only you can change that:</Small>
          <ol>
            <li>Tap the icon to the left of the address.</li>
            <li>Set “Notifications” to “Allow”.</li>
            <li>Come back here.</li>
          </ol>
          <Row>
            <Button size="sm" onClick={onCheck}>
              Try again
            </Button>
          </Row>
        </Stack>
      )
    default:
      return null
  }
}
