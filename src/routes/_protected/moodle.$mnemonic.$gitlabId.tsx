import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { parseCode, parseId } from '../../lib/route-params'

export const Route = createFileRoute('/_protected/moodle/$mnemonic/$gitlabId')({
  params: {
    parse: ({ mnemonic, gitlabId }) => {
      const id = parseId(gitlabId)
      return id !== null && parseCode(mnemonic) !== null && { mnemonic, gitlabId: id }
    },
    stringify: ({ mnemonic, gitlabId }) => ({ mnemonic, gitlabId: String(gitlabId) }),
  },
  component: MoodlePage,
})

function MoodlePage() {
  const { t } = useTranslation('common')
  return <Page title={t('page.moodle')} />
}
