import { useNavigate } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { parseCode, trimCode } from '../../lib/route-params'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { TextInput } from '../../ui/text-input'

/**
 * Extracts an invite code from pasted text: the code itself, also with a label before it, or an invite, login or
 * registration link. Anything else is returned for validation to reject.
 */
export const extractInviteCode = (text: string): string => {
  const bare = text.trim()
  const [, inLink] =
    /\/invite\/([^/?#]*)|[?&]invite=([^&#]*)/.exec(bare)?.filter(part => part !== undefined) ?? []
  const [, labelled] = /^\p{L}[\p{L} -]{0,30}:\s+(\S+)$/u.exec(bare) ?? []
  return trimCode(decode(inLink ?? labelled ?? bare)).replace(/[/?#].*$/, '')
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Problem = 'empty' | 'malformed'

/** Opens the invite page, which names the group before the user joins. The input is kept. `aside` stands beside the button. */
export const InviteForm = ({ isMain = false, aside }: { isMain?: boolean; aside?: ReactNode }) => {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const open = async (data: FormData) => {
    const code = extractInviteCode(String(data.get('code') ?? ''))
    const isValid = parseCode(code) !== null
    const found = isValid ? null : code ? 'malformed' : 'empty'
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
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={isMain ? 'primary' : 'secondary'}
          className={isMain ? 'max-sm:w-full' : undefined}
        >
          {t('invite.submit')}
        </Button>
        {aside}
      </div>
    </FormShell>
  )
}
