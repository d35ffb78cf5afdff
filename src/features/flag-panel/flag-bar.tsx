import { Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'

// The panel and this bar stand in different parts of the page; the field's name is what both know.
const goToField = () => document.querySelector<HTMLTextAreaElement>('textarea[name="flags"]')?.focus()

/** Where the field is not beside the description, a bar at the bottom leads to it. */
export const FlagBar = () => {
  const { t } = useTranslation('task')
  return (
    <div
      data-bottom-bar
      data-no-print
      className="sticky bottom-0 z-1 -mx-4 border-t border-line bg-surface px-4 py-1 xl:hidden"
    >
      <Button variant="quiet" isBlock icon={<Flag className="size-4" aria-hidden />} onClick={goToField}>
        {t('flags.go')}
      </Button>
    </div>
  )
}
