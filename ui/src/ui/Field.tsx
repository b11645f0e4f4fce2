import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { css, styled } from 'styled-components'

interface FieldIds {
  id: string
  describedBy: string | undefined
  invalid: boolean
}
const FieldContext = createContext<FieldIds | null>(null)

const FieldBox = styled.div`
  display: grid;
  gap: 6px;
`
const Label = styled.label`
  font-weight: 600;
`
const Hint = styled.p`
  font-size: var(--t1);
  color: var(--muted);
`
const ErrorLine = styled.p`
  display: flex;
  gap: 6px;
  align-items: center;
  font-size: var(--t1);
  font-weight: 600;
  color: var(--danger);

  svg {
    flex: none;
    width: 14px;
    height: 14px;
  }
`

/** Error of a field, which refers to it by `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <ErrorLine id={id}>
      <TriangleAlert aria-hidden />
      {children}
    </ErrorLine>
  )
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** One `Input`, `TextArea` or `Select`, which reads its id and descriptions from the context. */
  children: ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [error ? `${id}-e` : '', hint ? `${id}-h` : ''].filter(Boolean).join(' ')
  return (
    <FieldContext value={{ id, describedBy: described || undefined, invalid: Boolean(error) }}>
      <FieldBox>
        <Label htmlFor={id}>{label}</Label>
        {children}
        {hint && <Hint id={`${id}-h`}>{hint}</Hint>}
        {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
      </FieldBox>
    </FieldContext>
  )
}

export const control = css`
  width: 100%;
  min-height: max(var(--tap), 1.5em);
  padding: 8px var(--s3);
  background-color: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  color: var(--ink);
  unicode-bidi: plaintext;

  &::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  &:hover {
    border-color: var(--ink);
  }
  &:disabled {
    background-color: var(--surface-2);
    color: var(--muted);
    border-color: var(--line);
  }
  &[aria-invalid='true'] {
    border-color: var(--danger);
    box-shadow: inset 0 0 0 1px var(--danger);
  }
`

export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
}

const InputBase = styled.input`
  ${control}
`
export function Input(props: ComponentProps<'input'>) {
  return <InputBase {...useFieldProps()} {...props} />
}

const TextAreaBase = styled.textarea`
  ${control}
  resize: vertical;
  min-height: 88px;
  line-height: 1.4;
`
export function TextArea(props: ComponentProps<'textarea'>) {
  return <TextAreaBase {...useFieldProps()} {...props} />
}

const CheckBase = styled.label`
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  min-height: 32px;
  cursor: pointer;

  input {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    accent-color: var(--brand);
  }
`
export function Check({ children, ...rest }: ComponentProps<'input'>) {
  return (
    <CheckBase>
      <input type="checkbox" {...rest} />
      {children}
    </CheckBase>
  )
}
