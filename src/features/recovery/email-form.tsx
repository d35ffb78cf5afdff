import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorText } from '../../i18n/error-text'
import { fieldHelp, fieldText } from '../../i18n/field-text'
import { checkEmail, type FieldProblem } from '../../lib/account-rules'
import { useCooldown } from '../../lib/cooldowns'
import { usePointAtWrong } from '../../lib/use-point-at-wrong'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { useResetLetter } from './use-reset-letter'

interface EmailFormProps {
  /** What the field begins with. */
  email: string
  onSent: (email: string) => void
  otherWay: ReactNode
}

/** The server checks the address by a rule of its own and then names the field. */
const refusedField = (error: unknown): FieldProblem | null =>
  error instanceof ApiError && error.status === 422 && error.fields?.email ? 'emailFormat' : null

/** One field: the address of the account. Its format is checked before anything is sent (specification §5). */
export const EmailForm = ({ email, onSent, otherWay }: EmailFormProps) => {
  const { t } = useTranslation('recovery')
  const { request, isPending } = useResetLetter()
  const [problem, setProblem] = useState<{ rule: FieldProblem } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const wait = useCooldown('resetPassword')
  const formRef = usePointAtWrong(problem)
  const field = useRef<HTMLInputElement>(null)
  // What `data-page-focus` marks: the one thing to do here, as on the login page (ux §0.8).
  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const submit = async (data: FormData) => {
    const typed = String(data.get('email') ?? '').trim()
    const rule = checkEmail(typed)
    setProblem(rule && { rule })
    setError(null)
    if (rule) return
    try {
      await request(typed)
      onSent(typed)
    } catch (failure) {
      const refused = refusedField(failure)
      if (refused) setProblem({ rule: refused })
      else setError(failure)
    }
  }

  return (
    <FormShell
      ref={formRef}
      pending={isPending}
      error={error === null ? null : errorText(error)}
      onSubmit={submit}
      aria-label={t('reset.title')}
    >
      <p>{t('reset.lead')}</p>
      <Field
        label={t('reset.email')}
        isRequired
        error={problem && fieldText(problem.rule)}
        hint={fieldHelp(problem?.rule)}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          data-page-focus
          ref={field}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isPending={isPending}
        {...(wait > 0 && { disabledReason: t('reset.wait', { seconds: wait }) })}
      >
        {t('reset.submit')}
      </Button>
      <div className="flex">{otherWay}</div>
    </FormShell>
  )
}
