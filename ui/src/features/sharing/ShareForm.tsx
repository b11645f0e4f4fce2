import { Share2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { styled } from 'styled-components'
import type { ShareCreate, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Check, Field, Input, TextArea } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Small, Spread, Stack } from '../../ui/layout.ts'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { shareLink, sharePath } from './model.ts'
import { DESCRIPTION_MAX, type Offer, TITLE_MAX } from './offers.ts'
import { ShareLinks } from './ShareLinks.tsx'

const Picks = styled.ul`
  li + li {
    border-top: 1px solid var(--line);
  }
`

const Pick = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: var(--s2);
  align-items: center;
  padding: 5px 0;
  font: 600 var(--t3) / 1.1 var(--board);

  &[data-choice] {
    grid-template-columns: auto minmax(0, 1fr) auto minmax(0, 1fr);
    min-height: 36px;
    padding: 0;
    cursor: pointer;
  }
  input {
    width: 1.25rem;
    height: 1.25rem;
    accent-color: var(--brand);
  }
  & > :last-child {
    text-align: end;
  }
  /* The away club below the home club; beside a checkbox the score between them. */
  @container page (width < 15rem) {
    grid-template-columns: minmax(0, 1fr) auto;

    &[data-choice] {
      grid-template-columns: auto minmax(0, 1fr);
      padding-block: 5px;
    }
    & > :last-child {
      grid-column: 1;
      text-align: start;
    }
    &[data-choice] > :not(input) {
      grid-column: 2;
      justify-self: start;
    }
  }
`

interface ShareFormProps {
  readonly offer: Offer
  /** In a panel: number of picks shown, with a short form. Absent: the player selects picks and can add details. */
  readonly preview?: number
}

/** The form for a share's picks, title and visibility; then the link. */
export function ShareForm(props: ShareFormProps) {
  const [made, setMade] = useState<SharedPrediction | null>(null)
  if (!made) return <Questions {...props} onMade={setMade} />
  return <Made share={made} onAnother={() => setMade(null)} />
}

function Questions({ offer, preview, onMade }: ShareFormProps & { onMade: (share: SharedPrediction) => void }) {
  const [title, setTitle] = useState(offer.title)
  const [description, setDescription] = useState('')
  const [isPublic, setPublic] = useState(true)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, send } = useSend('shares')
  const isChoice = preview === undefined
  const chosen = offer.picks.filter(({ id }) => !left.has(id))

  const share = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(title.trim() ? null : 'A share needs a title')
    if (!title.trim()) return
    if (chosen.length === 0)
      return toast({
        variant: 'destructive',
        title: 'No predictions selected',
        description: 'Please select at least one prediction to share',
      })
    const body: ShareCreate = {
      predictionIds: chosen.map(({ id }) => id),
      title: title.trim(),
      description: description.trim() || null,
      shareType: offer.shareType,
      isPublic,
    }
    const outcome = await send<SharedPrediction>('/api/share-predictions', {
      body,
      done: { title: 'Predictions shared successfully!' },
      failed: 'Failed to share predictions',
    })
    if (outcome.isDone) onMade(outcome.answer)
  }

  const choose = (id: number, isChosen: boolean) =>
    setLeft((before) => new Set(isChosen ? [...before].filter((each) => each !== id) : [...before, id]))

  return (
    <Form noValidate onSubmit={share} aria-label="Share Your Predictions">
      <Stack data-gap="tight">
        <Picks aria-label="Your picks">
          {offer.picks.slice(0, preview).map((pick) => (
            <li key={pick.id}>
              <Pick {...(isChoice && { as: 'label', 'data-choice': true })}>
                {isChoice && (
                  <input
                    type="checkbox"
                    checked={!left.has(pick.id)}
                    onChange={(event) => choose(pick.id, event.target.checked)}
                  />
                )}
                <span>{pick.fixture.homeTeam.shortName}</span>
                <PickPlate pick={pick} />
                <span>{pick.fixture.awayTeam.shortName}</span>
              </Pick>
            </li>
          ))}
        </Picks>
        {preview !== undefined && offer.picks.length > preview && (
          <Small>and {offer.picks.length - preview} more</Small>
        )}
      </Stack>
      <Field label="Title" error={problem}>
        <Input maxLength={TITLE_MAX} value={title} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      {isChoice && (
        <Field label="Description" hint="Optional">
          <TextArea
            maxLength={DESCRIPTION_MAX}
            rows={2}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      )}
      <Spread>
        <div>
          <Check checked={isPublic} onChange={(event) => setPublic(event.target.checked)}>
            Public
          </Check>
          <Small as="p">{isPublic ? 'Shown in the community feed.' : 'Only people with the link can open it.'}</Small>
        </div>
        <Button type="submit" kind="primary" busy={isBusy}>
          <Share2 aria-hidden />
          Create link
        </Button>
      </Spread>
    </Form>
  )
}

function Made({ share, onAnother }: { share: SharedPrediction; onAnother: () => void }) {
  const { title, shareUrl, isPublic, predictionCount } = share
  return (
    <Stack>
      <p role="status">
        <b>{title}</b>
        <br />
        <Small>
          {counted(predictionCount, 'prediction')}, {isPublic ? 'public' : 'by link only'}
        </Small>
      </p>
      <ShareLinks link={shareLink(location.origin, shareUrl)} title={title} />
      <Spread>
        <ButtonLink to={sharePath(shareUrl)} target="_blank" rel="noopener">
          View<VisuallyHidden> {title} (new tab)</VisuallyHidden>
        </ButtonLink>
        <Button onClick={onAnother}>Create Another Share</Button>
      </Spread>
    </Stack>
  )
}
