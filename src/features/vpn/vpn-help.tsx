import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTaskRef } from '../../api/task-ref'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'

const systems = ['windows', 'macos', 'linux', 'android', 'ios'] as const

const linuxCommands = {
  install: 'sudo apt install openvpn',
  connect: 'sudo openvpn --config vpn-config.ovpn',
}

type System = (typeof systems)[number]

/** The system of this device, by the browser's own description; an iPad may call itself a Mac. */
const detectSystem = (agent: string): System => {
  if (/android/i.test(agent)) return 'android'
  if (/iphone|ipad|ipod/i.test(agent)) return 'ios'
  if (/mac/i.test(agent)) return navigator.maxTouchPoints > 1 ? 'ios' : 'macos'
  return /linux|x11|cros/i.test(agent) ? 'linux' : 'windows'
}

const Command = ({ text }: { text: string }) => {
  const { t } = useTranslation(['vpn', 'common'])
  return (
    <span className="mt-1 flex items-center justify-between gap-2 rounded-control bg-sunken pl-3">
      <code translate="no" className="min-w-0 text-sm wrap-anywhere select-all">
        {text}
      </code>
      <CopyButton
        text={text}
        label={t('copy', { command: text })}
        copiedLabel={t('copied', { ns: 'common' })}
        isIconOnly
        className="shrink-0"
      />
    </span>
  )
}

/** How to use the VPN file: install, import, connect, and a test that is the lab itself. No call checks a connection. */
export const VpnHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['vpn', 'common'])
  const [system, setSystem] = useState(() => detectSystem(navigator.userAgent))
  const lab = readTaskRef('flagship.lab')
  return (
    <Dialog
      isOpen
      onOpenChange={isOpen => !isOpen && onClose()}
      title={t('title')}
      closeLabel={t('close', { ns: 'common' })}
    >
      <p>{t('what')}</p>
      <Field label={t('system')}>
        <Select
          value={system}
          onChange={event => setSystem(event.currentTarget.value as System)}
          options={systems.map(value => ({ value, label: t(`system.${value}`) }))}
        />
      </Field>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        <li>
          <span>{t(`install.${system}`)}</span>
          {system === 'linux' && <Command text={linuxCommands.install} />}
        </li>
        <li>{t(`import.${system}`)}</li>
        <li>
          <span>{t(`connect.${system}`)}</span>
          {system === 'linux' && <Command text={linuxCommands.connect} />}
        </li>
      </ol>
      <section aria-labelledby="vpn-test" className="flex flex-col items-start gap-2">
        <h3 id="vpn-test" className="font-semibold">
          {t('test.title')}
        </h3>
        <p>{t(lab ? 'test.running' : 'test.none')}</p>
        {lab && (
          <Link
            to="/group/$groupId/task/$taskId"
            params={lab}
            hash="lab"
            onClick={onClose}
            className={buttonClass({ size: 'sm' })}
          >
            {t('test.open')}
          </Link>
        )}
      </section>
      <section aria-labelledby="vpn-trouble" className="flex flex-col gap-2">
        <h3 id="vpn-trouble" className="font-semibold">
          {t('trouble.title')}
        </h3>
        <ul className="flex list-disc flex-col gap-1.5 pl-6 text-sm">
          <li>{t('trouble.again')}</li>
          <li>{t('trouble.other')}</li>
          <li>{t('trouble.network')}</li>
          <li>{t('trouble.secret')}</li>
        </ul>
      </section>
    </Dialog>
  )
}
