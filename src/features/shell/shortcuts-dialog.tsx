import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import {
  activeShortcuts,
  hasSubmittableForm,
  type ShortcutId,
  shortcutsDialog,
  shortcutTable,
  singleKeys,
  submitModifier,
} from '../../lib/shortcuts'
import { Checkbox } from '../../ui/checkbox'
import { Dialog } from '../../ui/dialog'
import { Kbd } from '../../ui/kbd'
import { Heading } from '../../ui/page-title'

interface Row {
  id: string
  label: string
  keys: readonly string[]
}

/** All shortcuts active on this page, and the switch for single-key shortcuts. */
export const ShortcutsDialog = () => {
  const { t } = useTranslation(['shortcuts', 'common'])
  const [isOn, setOn] = useState(singleKeys.isOn)
  const toggle = (next: boolean) => {
    singleKeys.set(next)
    setOn(next)
  }
  const rows = useRows(isOn)
  return (
    <Dialog
      isOpen
      onOpenChange={shortcutsDialog.close}
      title={t('title')}
      description={t('layout')}
      closeLabel={t('close', { ns: 'common' })}
    >
      <Checkbox
        label={t('switch.label')}
        hint={t('switch.hint')}
        checked={isOn}
        onChange={event => toggle(event.currentTarget.checked)}
      />
      <Group title={t('scope.page')} rows={rows.page} />
      <Group title={t('scope.everywhere')} rows={rows.everywhere} />
      {!isOn && <p className="text-sm text-muted">{t('switch.off')}</p>}
    </Dialog>
  )
}

const useRows = (isOn: boolean): Record<'everywhere' | 'page', Row[]> => {
  const { t } = useTranslation('shortcuts')
  const { user } = useSession()
  const active = isOn ? activeShortcuts() : []
  const getRows = (scope: 'everywhere' | 'page') =>
    active
      .filter(id => shortcutTable[id].scope === scope)
      .map(id => ({ id, label: t(`action.${id}`), keys: [keyCap(id)] }))
  const open: Row[] = active.includes('nextRow')
    ? [{ id: 'open', label: t('action.open'), keys: ['Enter'] }]
    : []
  const submit: Row[] = hasSubmittableForm()
    ? [{ id: 'submit', label: t('action.submit'), keys: [submitModifier(), 'Enter'] }]
    : []
  const palette: Row[] = user
    ? [{ id: 'palette', label: t('action.palette'), keys: [submitModifier(), 'K'] }]
    : []
  return {
    everywhere: [...palette, ...getRows('everywhere')],
    page: [...getRows('page'), ...open, ...submit],
  }
}

const keyCap = (id: ShortcutId): string => shortcutTable[id].key.toUpperCase()

const Group = ({ title, rows }: { title: string; rows: readonly Row[] }) => {
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <Heading level={3} className="text-base">
        {title}
      </Heading>
      <dl className="divide-y divide-line">
        {rows.map(row => (
          <div key={row.id} className="flex items-center justify-between gap-4 py-2">
            <dt className="min-w-0 text-sm">{row.label}</dt>
            <dd className="shrink-0">
              <Keys keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Keys = ({ keys }: { keys: readonly string[] }): ReactNode =>
  keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span> + </span>}
      <Kbd>{key}</Kbd>
    </Fragment>
  ))
