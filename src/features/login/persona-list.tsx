import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/session'
import { errorMessage } from '../../i18n/error-messages'
import { toLanguage } from '../../lib/languages'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import type { Persona } from './persona'

interface PersonaListProps {
  session: Session
  personas: readonly Persona[]
  invite?: string | undefined
}

/** Mock mode only: one button for each persona. */
export const PersonaList = ({ session, personas, invite }: PersonaListProps) => {
  const { t, i18n } = useTranslation('auth')
  const [pending, setPending] = useState<string | null>(null)
  const language = toLanguage(i18n.language)
  const enter = async ({ username, password }: Persona) => {
    setPending(username)
    await session
      .login({ username, password, ...(invite !== undefined && { invite }) })
      .catch(error => toast.error(errorMessage(error), { id: 'persona' }))
      .finally(() => setPending(null))
  }
  return (
    <Card as="section" padding="lg">
      <h2 className="text-lg font-semibold">{t('personas.title')}</h2>
      <p className="mt-1 text-sm text-muted">
        {t('personas.text', { password: personas[0]?.password ?? '' })}
      </p>
      <ul className="mt-4 flex flex-col gap-3">
        {personas.map(persona => (
          <li key={persona.username} className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {persona.name} <span className="font-mono text-sm text-muted">{persona.username}</span>
              </p>
              <p className="text-sm text-muted">{persona.about[language]}</p>
            </div>
            <Button size="sm" isPending={pending === persona.username} onClick={() => enter(persona)}>
              {t('personas.enter')}
              <span className="sr-only">: {persona.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
