import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { labNotices } from '../../lib/lab-notices'
import { Checkbox } from '../../ui/checkbox'

/** Whether the system tells of the end too; the browser is asked only by the click that wants it. */
export const LabNotices = () => {
  const { t } = useTranslation('lab')
  const isOn = useSyncExternalStore(labNotices.subscribe, labNotices.isOn, labNotices.isOn)
  const [isDenied, setDenied] = useState(false)
  if (!('Notification' in globalThis)) return null
  const change = async (wanted: boolean) => {
    const isAllowed = !wanted || (await Notification.requestPermission()) === 'granted'
    setDenied(!isAllowed)
    labNotices.set(wanted && isAllowed)
  }
  return (
    <Checkbox
      label={t('notices.label')}
      checked={isOn && Notification.permission === 'granted'}
      onChange={event => void change(event.currentTarget.checked)}
      {...(isDenied && { error: t('notices.denied') })}
    />
  )
}
