import { useNavigate } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { parseCode } from '../../lib/route-params'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'
import { codeIn } from './code-in'

type Problem = 'empty' | 'malformed'

/** Leads to the invitation's own page, which names the group before anything is joined. What was typed stays. */
export const InviteForm = ({ isMain = false }: { isMain?: boolean }) => {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const open = async (data: FormData) => {
    const code = codeIn(String(data.get('code') ?? ''))
    const isGood = parseCode(code) !== null
    const found = isGood ? null : code ? 'malformed' : 'empty'
    setProblem(found)
    if (found) announce(t(`invite.${found}`), 'assertive')
    else await navigate({ to: '/invite/$code', params: { code } })
  }
  return (
    <FormShell
      pending={false}
      error={null}
      onSubmit={open}
      aria-label={t('invite.title')}
      className="w-full max-w-md text-left"
    >
      <Field label={t('invite.label')} hint={t('invite.hint')} error={problem && t(`invite.${problem}`)}>
        <TextInput
          name="code"
          isMono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          icon={<Ticket className="size-4" />}
        />
      </Field>
      <Button type="submit" variant={isMain ? 'primary' : 'secondary'} className="self-start">
        {t('invite.submit')}
      </Button>
    </FormShell>
  )
}
