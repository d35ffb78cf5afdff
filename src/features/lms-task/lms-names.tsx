import { useTranslation } from 'react-i18next'
import type { LmsNames } from '../../queries/lms'

interface LmsNamesProps {
  /** Shortened, without invisible characters. */
  names: LmsNames
  /** HTTP status of the failure; 500 if unknown. */
  status?: number | undefined
}

/** The names in the LMS link, for support. */
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
