import { useId, useState } from 'react'
import { AdminHelp, SecurityQuestionReset, SelfService } from '../../features/recovery/Options.tsx'
import { Elsewhere } from '../../features/recovery/parts.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { PanelHeader } from '../../ui/Panel.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { Box, Expect, type Fact, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

const WAYS = {
  self: { label: 'Self-Service', Form: SelfService },
  question: { label: 'Security Question', Form: SecurityQuestionReset },
  admin: { label: 'Admin Help', Form: AdminHelp },
} as const
type Way = keyof typeof WAYS

const TABS = Object.entries(WAYS).map(([id, { label }]) => ({ id, label }))

const FACTS: readonly Fact[] = [
  { number: 5, unit: 'tries', text: 'After 5 wrong attempts we block this connection for 15 minutes.' },
  {
    number: 3,
    unit: 'tries',
    text: 'You can try the security question 3 times a day. A browser you’ve signed in with gets 3 of its own.',
  },
  { number: 0, unit: 'others', text: 'Changing your password signs you out on every other device.' },
]

export function PasswordResetPage() {
  usePageTitle('Reset Password')
  const [way, setWay] = useState<Way>('self')
  const base = useId()
  const { Form } = WAYS[way]
  return (
    <RecoveryFrame>
      <Box aria-labelledby={`${base}-h`}>
        <PanelHeader>
          <h1 id={`${base}-h`}>Reset Password</h1>
        </PanelHeader>
        <TabList base={base} label="Ways to reset" tabs={TABS} selected={way} onSelect={(id) => setWay(id as Way)} />
        <Inside {...tabPanelProps(base, way)}>
          <Form />
        </Inside>
      </Box>
      <Expect facts={FACTS}>
        <Elsewhere href="/forgot-password">Get a link by mail instead</Elsewhere>
      </Expect>
    </RecoveryFrame>
  )
}
