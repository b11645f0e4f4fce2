import { type FormEvent, useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { ApiError } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { useAction } from '../../ui/useAction.ts'
import { entryOf, entryProblem, type Mode } from './model.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { reasonOf, useEnter, useKeyEnter } from './useEnter.ts'

const Frame = styled.div`
  width: min(25rem, 100%);
  display: grid;
  gap: var(--s4);

  h2 {
    font-size: var(--t6);
    line-height: 1;
  }
`

const Form = styled.form`
  display: grid;
  gap: var(--s3);
`

const Other = styled.a`
  ${reachable}
`

const TEXTS = {
  login: { title: 'Welcome Back', send: 'Sign In', usernameHint: undefined },
  register: { title: 'Join the Game', send: 'Create Account', usernameHint: '3 to 30 letters, digits, _ - or .' },
} as const

const TABS = [
  { id: 'login', label: 'Sign In' },
  { id: 'register', label: 'Create Account' },
] as const

type Box = 'username' | 'password'

export function Gate() {
  const [mode, setMode] = useState<Mode>(() => entryOf(location.search) ?? 'login')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<{ at: Box; text: string } | null>(null)
  const [isLocked, setLocked] = useState(false)
  const { isBusy, run } = useAction()
  const enter = useEnter()
  const { onKeyDone, suggestKeys } = useKeyEnter()
  const base = useId()
  const form = useRef<HTMLFormElement>(null)
  const texts = TEXTS[mode]

  const choose = (next: string) => {
    setMode(next as Mode)
    setProblem(null)
    setLocked(false)
  }

  const report = (at: Box, text: string) => {
    setProblem({ at, text })
    form.current?.querySelector<HTMLElement>(`[name=${at}]`)?.focus()
  }
  const textAt = (at: Box) => (problem?.at === at ? problem.text : undefined)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = entryProblem(username, password)
    setProblem(null)
    if (found) return report(username.trim() ? 'password' : 'username', found)
    const credentials = { username: username.trim(), password }
    const outcome = await run(() => enter(mode, credentials))
    const error = outcome.isDone && !outcome.answer.isDone ? outcome.answer.error : null
    setLocked(error instanceof ApiError && error.status === 429)
    if (error === null) return
    report(mode === 'register' ? 'username' : 'password', reasonOf(error, mode))
  }

  return (
    <Frame>
      <TabList base={base} label="Sign in or create an account" tabs={TABS} selected={mode} onSelect={choose} />
      <Stack {...tabPanelProps(base, mode)}>
        <h2>{texts.title}</h2>
        <Form ref={form} noValidate onSubmit={send} aria-label={texts.title}>
          <Field label="Username" hint={texts.usernameHint} error={textAt('username')}>
            <Input
              name="username"
              autoComplete={mode === 'login' ? 'username webauthn' : 'username'}
              onFocus={mode === 'login' ? suggestKeys : undefined}
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={64}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          </Field>
          <Field
            label="Password"
            hint={mode === 'register' ? 'At least 6 characters' : undefined}
            error={textAt('password')}
          >
            <Input
              name="password"
              type="password"
              autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
              placeholder={mode === 'register' ? '8 characters or more is better' : undefined}
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" kind="primary" block busy={isBusy}>
            {texts.send}
          </Button>
        </Form>
        {mode === 'login' && <PasskeyButton onDone={onKeyDone} />}
      </Stack>
      {mode === 'login' && isLocked && (
        <p role="status">
          Too many failed logins. <Other href="/forgot-password">Get a link by mail</Other>
        </p>
      )}
      {mode === 'login' && (
        <p>
          <Other href="/password-reset">Reset Password</Other>
        </p>
      )}
      <Small as="p">Free to play. Points only, no money.</Small>
    </Frame>
  )
}
