import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configWords } from '../../i18n/config-words'
import { configQuery } from '../../queries/config'
import { buttonClass } from '../../ui/button-class'
import { EntryCard } from './entry-card'

/** People who came only through the learning-management system have no password that could confirm anything. */
export const NoPassword = () => {
  const { t, i18n } = useTranslation('invite')
  const { data: config } = useQuery(configQuery())
  const lms = config?.lms
  return (
    <EntryCard title={t('noPassword.title')}>
      <p>{t('noPassword.text')}</p>
      {lms && (
        <>
          <p>{t('noPassword.lms')}</p>
          <a href={lms.login_url} className={`${buttonClass()} self-start`}>
            {t('noPassword.toLms', { name: configWords(lms.name, i18n.language) })}
          </a>
        </>
      )}
    </EntryCard>
  )
}
