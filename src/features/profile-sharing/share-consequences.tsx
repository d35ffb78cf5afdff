import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

const shown = ['shown.name', 'shown.competencies', 'shown.tasks', 'shown.activity'] as const
/** The contract's profile has none of these. */
const hidden = ['hidden.email', 'hidden.flags', 'hidden.groups'] as const

/** What others see of a public profile, and what they do not (ux §5). */
export const ShareConsequences = () => {
  const { t } = useTranslation('sharing')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-8 gap-y-4 text-sm">
      <Facts icon={<Eye />} title={t('shown.title')} facts={shown.map(key => t(key))} />
      <Facts icon={<EyeOff />} title={t('hidden.title')} facts={hidden.map(key => t(key))} />
    </div>
  )
}

const Facts = ({ icon, title, facts }: { icon: ReactNode; title: string; facts: string[] }) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p id={id} className="flex items-center gap-2 font-medium">
        <span aria-hidden className="text-muted [&>svg]:size-4">
          {icon}
        </span>
        {title}
      </p>
      <ul aria-labelledby={id} className="list-disc pl-6 text-muted">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}
