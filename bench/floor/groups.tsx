import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

export const Groups = () => {
  const { t } = useTranslation()
  const { data = [] } = useQuery<{ id: number; name: string }[]>({ queryKey: ['groups'] })
  return (
    <>
      <h1>{t('nav.label')}</h1>
      <ul>
        {data.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  )
}
