import { Lock, LockOpen, RotateCw, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { styled } from 'styled-components'
import type { LockedAccount } from '../../../../src/areas/accounts/contract.ts'
import { LOCKOUT } from '../../../../src/contracts/rules.ts'
import { counted } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge, BadgeBase } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Actions, Num, Row, Small, Spread, Stack } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { splitLockouts, unlocksIn } from './lockouts.ts'
import { useLockouts, useUnlock } from './lockouts-api.ts'

const ROWS = 20

const List = styled(Rows)`
  ${Num} {
    font-size: var(--t3);
    overflow-wrap: anywhere;
  }
  /* With enlarged text a badge is wider than a narrow phone. */
  ${BadgeBase} {
    white-space: normal;
  }
`

const Policy = styled.ul`
  display: grid;
  gap: var(--s1);
  padding-inline-start: 1.2em;
  list-style: square;
  color: var(--muted);
`

export function AccountSecurity() {
  const { data, error, isValidating, mutate } = useLockouts()
  const { busy, unlock, unlockAll } = useUnlock()
  const { locked, unlocked } = splitLockouts(data ?? [])
  return (
    <Stack data-gap="wide">
      <Spread>
        <h1>Account Security Management</h1>
        <Actions>
          {data !== undefined && data.length > 0 && (
            <Button kind="danger" busy={busy === '*'} onClick={unlockAll}>
              <LockOpen aria-hidden />
              Unlock All Accounts
            </Button>
          )}
          <Button busy={isValidating && data !== undefined} onClick={() => mutate()}>
            <RotateCw aria-hidden />
            Refresh Status
          </Button>
        </Actions>
      </Spread>
      <StatTiles>
        <StatTile label="Currently Locked" value={data ? locked.length : '–'} />
        <StatTile label="Recently Unlocked" value={data ? unlocked.length : '–'} note="Auto-unlocked" />
        <StatTile
          label="Security Status"
          word
          value={
            <>
              <ShieldCheck aria-hidden />
              Active
            </>
          }
          note={`${LOCKOUT.minutes}-minute auto-unlock enabled`}
        />
      </StatTiles>
      <SideLayout>
        <Stack data-gap="wide">
          <Loaded
            read={{ data, error, mutate }}
            failed="Failed to load account lockouts"
            isAlone
            waiting={<Loading label="Loading account lockouts" rows={3} rowHeight="56px" />}
            empty={
              <EmptyState icon={ShieldCheck} title="No Account Lockouts" action={null}>
                Nobody is locked out.
              </EmptyState>
            }
          >
            {() => (
              <>
                <Addresses
                  title="Currently Locked"
                  withCount
                  records={locked}
                  about={({ failedAttempts }) => counted(failedAttempts, 'failed attempt')}
                >
                  {({ ip, remainingLockTimeMinutes }) => (
                    <Row>
                      <Badge tone="bad">
                        <Lock aria-hidden />
                        {unlocksIn(remainingLockTimeMinutes)}
                      </Badge>
                      <Button size="sm" busy={busy === ip} onClick={() => unlock(ip)}>
                        Unlock Now<VisuallyHidden> {ip}</VisuallyHidden>
                      </Button>
                    </Row>
                  )}
                </Addresses>
                <Addresses
                  title="Recently Unlocked"
                  records={unlocked}
                  about={({ lastAttempt }) => `Last attempt ${shortTime(lastAttempt)}`}
                >
                  {() => <Badge tone="ok">Auto-unlocked</Badge>}
                </Addresses>
              </>
            )}
          </Loaded>
        </Stack>
        <Panel title="Security Policy">
          <PanelBody>
            <Policy>
              <li>{LOCKOUT.attempts} failed logins lock an address.</li>
              <li>
                30 failures in an hour across three or more usernames also lock it, even with successful logins in
                between.
              </li>
              <li>A lock ends after {LOCKOUT.minutes} minutes.</li>
              <li>A successful login resets the count of {LOCKOUT.attempts}.</li>
              <li>While locked, every attempt fails, even with the right password.</li>
              <li>
                After 25 wrong passwords in an hour an account blocks unknown devices and addresses. Its owner can still
                sign in wherever they have in the last 90 days, or with a link by mail.
              </li>
            </Policy>
          </PanelBody>
        </Panel>
      </SideLayout>
    </Stack>
  )
}

interface AddressesProps {
  title: string
  withCount?: true
  records: readonly LockedAccount[]
  about: (record: LockedAccount) => string
  children: (record: LockedAccount) => ReactNode
}

/** One page of addresses at a time: an attack can lock thousands. */
function Addresses({ title, withCount, records, about, children }: AddressesProps) {
  const [chosen, setOffset] = useState(0)
  if (records.length === 0) return null
  // Addresses on the last page may have been unlocked since it was opened.
  const offset = Math.min(chosen, Math.floor((records.length - 1) / ROWS) * ROWS)
  const word = { word: 'address', words: 'addresses' }
  return (
    <Panel title={title} actions={withCount && <Small>{counted(records.length, 'address', 'addresses')}</Small>}>
      <List>
        {records.slice(offset, offset + ROWS).map((record) => (
          <li key={record.ip}>
            <div>
              <Num>{record.ip}</Num>
              <Small as="div">{about(record)}</Small>
            </div>
            {children(record)}
          </li>
        ))}
      </List>
      <Pager offset={offset} size={ROWS} total={records.length} {...word} onOffset={setOffset} />
    </Panel>
  )
}
