import { useTranslation } from 'react-i18next'
import type { LmsNames } from '../../queries/lms'

interface LmsNamesProps {
  /** As they can be shown: short, and without characters that hide. */
  names: LmsNames
  /** HTTP status of the failure; 500 where there was none (specification §7). */
  status?: number | undefined
}

/** By which names the LMS asked for the task: whoever helps needs both. */
export const LmsNamesList = ({ names, status }: LmsNamesProps) => {
  const { t } = useTranslation('lms')
  const rows = [
    { label: t('task.group'), text: names.mnemonic },
    { label: t('task.id'), text: names.gitlabId },
    ...(status === undefined ? [] : [{ label: t('task.status'), text: String(status) }]),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {rows.map(({ label, text }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-mono break-all text-text">
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
