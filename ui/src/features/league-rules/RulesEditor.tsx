import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { LeagueRules, RulesChange } from '../../../../src/areas/league-rules/contract.ts'
import { ApiError, messageOf } from '../../api/http.ts'
import { useWrite } from '../../api/write.ts'
import { counted } from '../../lib/numbers.ts'
import { fullTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Options } from '../../ui/Options.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { StickyBar } from '../../ui/StickyBar.ts'
import { toast } from '../../ui/Toast.tsx'
import { useUnsaved } from '../../ui/useUnsaved.tsx'
import { JokerSwitch } from './JokerSwitch.tsx'
import { keptText, NUMBERS, numbersOf, PRESETS, presetOf } from './model.ts'
import { reads } from './reads.ts'
import { Stepper } from './Stepper.tsx'
import type { RulesDraft } from './useRulesDraft.ts'

const LATE = [
  {
    value: 'season',
    name: 'Bring their whole season',
    text: 'Their points since August count, as they do now.',
  },
  {
    value: 'joining',
    name: 'Start from nothing',
    text: 'Their points count from the matches that close after they join.',
  },
] as const

const OWN = 'Our own'

interface EditorProps {
  rules: LeagueRules
  draft: RulesDraft
  next: NonNullable<LeagueRules['next']>
}

/** The fields of the league’s admin, and the bar that saves them. */
export function RulesEditor({ rules: saved, draft, next }: EditorProps) {
  const { rules, error, isChanged, change } = draft
  const [isOwn, setOwn] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const { refusal, save } = useSave(saved, draft, next.gameweek)
  const unsaved = useUnsaved(isChanged)
  const preset = presetOf(rules)
  const now = presetOf(saved.current)?.name ?? numbersOf(saved.current)
  const kept = keptText(next.gameweek)
  const choose = (name: string) => {
    const chosen = PRESETS.find((each) => each.name === name)
    setOwn(chosen === undefined)
    if (chosen) change(chosen.scoring)
  }
  const submit = () => {
    if (error) fields.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
    else setConfirming(true)
  }
  /** The bar disappears with the focus in it. */
  const toFields = () => fields.current?.focus()
  return (
    <>
      {refusal !== null && (
        <SideNote data-tone="warn" role="status">
          <Lock aria-hidden />
          <span>{refusal}</span>
        </SideNote>
      )}
      <Panel title="Scoring" actions={<Small>now: {now}</Small>}>
        <PanelBody>
          <Stack ref={fields} tabIndex={-1}>
            <Options
              legend="Scoring"
              value={isOwn || preset === undefined ? OWN : preset.name}
              options={[
                ...PRESETS.map(({ name, scoring, text }) => ({ value: name, name, figure: numbersOf(scoring), text })),
                { value: OWN, name: OWN, text: 'Set each number yourself, 0 to 50.' },
              ]}
              onChoose={choose}
            />
            <div>
              {NUMBERS.map(({ field, label, example }) => (
                <Stepper
                  key={field}
                  label={label}
                  example={example}
                  value={rules[field]}
                  error={error?.field === field ? error.message : null}
                  onChange={(value) => {
                    setOwn(true)
                    change({ [field]: value })
                  }}
                />
              ))}
            </div>
          </Stack>
        </PanelBody>
      </Panel>
      <Panel title="Joker" actions={<JokerSwitch isOn={rules.joker} onToggle={(joker) => change({ joker })} />}>
        <PanelBody>
          <Small as="p" data-ink>
            Each member may double one match a gameweek. The joker can be moved until that match closes. Others see it
            when the match is revealed.
          </Small>
        </PanelBody>
      </Panel>
      <Panel title="Late joiners">
        <PanelBody>
          <Options
            legend="Late joiners"
            value={rules.lateJoiners}
            options={LATE}
            onChoose={(lateJoiners) => change({ lateJoiners })}
          />
        </PanelBody>
      </Panel>
      {isChanged && (
        <StickyBar aria-label="Rules not saved">
          <div>
            <strong>From gameweek {next.gameweek}</strong>
            {kept && <Small as="div">{kept}</Small>}
          </div>
          <Row data-nowrap>
            <Button
              size="sm"
              kind="plain"
              onDark
              onClick={() => {
                toFields()
                setOwn(false)
                draft.discard()
              }}
            >
              Discard
            </Button>
            <Button kind="accent" onClick={submit}>
              Save rules
            </Button>
          </Row>
        </StickyBar>
      )}
      {isConfirming && (
        <FormDialog
          title={`Change the rules from gameweek ${next.gameweek}?`}
          description={confirmText(saved, next)}
          action="Change rules"
          leave="Not yet"
          onSend={async () => {
            const isSaved = await save()
            setConfirming(false)
            if (isSaved) toFields()
          }}
          onClose={() => setConfirming(false)}
        />
      )}
      {unsaved}
    </>
  )
}

function confirmText({ memberCount }: LeagueRules, { gameweek, begins }: EditorProps['next']): string {
  return [
    memberCount > 1 ? `All ${counted(memberCount, 'member')} get a notification.` : null,
    gameweek > 1 ? `Gameweek ${gameweek - 1} still counts by the old rules.` : null,
    `You can take it back until gameweek ${gameweek} begins${begins === null ? '' : `, ${fullTime(begins)}`}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

/** Sends the draft. `refusal`: the server’s sentence where the gameweek has begun meanwhile; the rules are read again. */
function useSave({ leagueId }: LeagueRules, draft: RulesDraft, fromGameweek: number) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const write = useWrite('leagues')
  const { mutate } = useSWRConfig()
  const save = async (): Promise<boolean> => {
    setRefusal(null)
    const body: RulesChange = { fromGameweek, ...draft.rules }
    try {
      await write<LeagueRules>(`/api/leagues/${leagueId}/rules`, { method: 'PUT', body })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setRefusal(messageOf(error, 'These rules can no longer start with that gameweek.'))
        await mutate(reads.rules.key(leagueId))
      } else
        toast({
          variant: 'destructive',
          title: 'Not saved',
          description: messageOf(error, 'The server did not answer. Your numbers are still here.'),
          action: (
            <Button size="sm" onDark onClick={() => void save()}>
              Try again
            </Button>
          ),
        })
      return false
    }
    draft.discard()
    toast({ title: 'Rules saved', description: `They start with gameweek ${fromGameweek}.` })
    return true
  }
  return { refusal, save }
}
