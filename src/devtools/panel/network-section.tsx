import { type FormEvent, useState } from 'react'
import type { LatencyProfile, NetworkState } from '../../../mocks/control/mock-controls'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { useControls, usePlatformState } from '../controls'
import { useTranslate } from '../messages'
import { type Action, ActionStatus, ButtonGroup, useAction } from './action'

const latencies = ['none', 'usual', 'slow', 'verySlow', 'uneven'] as const satisfies LatencyProfile[]
const networks = ['online', 'offline', 'flapping'] as const satisfies NetworkState[]

/** Latency, offline mode and chaos. */
export function NetworkSection() {
  const t = useTranslate()
  const controls = useControls()
  const { latency, network } = usePlatformState()
  const action = useAction()
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ButtonGroup
          label={t('network.label')}
          options={networks.map(value => ({ value, label: t(`network.${value}`) }))}
          value={network}
          onChange={value => action.run(() => controls.setNetwork(value))}
        />
        <ButtonGroup
          label={t('latency.label')}
          options={latencies.map(value => ({ value, label: t(`latency.${value}`) }))}
          value={latency}
          onChange={value => action.run(() => controls.setLatency(value))}
        />
      </div>
      <ChaosForm action={action} />
      <ActionStatus action={action} />
    </div>
  )
}

const DEFAULT_PERCENT = 20

function ChaosForm({ action }: { action: Action }) {
  const t = useTranslate()
  const controls = useControls()
  const { chaos, seed } = usePlatformState()
  const [error, setError] = useState<string>()
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const percent = Number(form.get('share'))
    const isShare = percent > 0 && percent <= 100
    setError(isShare ? undefined : t('chaos.noShare'))
    if (!isShare) return
    const chaosSeed = String(form.get('seed')).trim() || seed
    action.run(() => controls.setChaos({ seed: chaosSeed, share: percent / 100 }))
  }
  const now = chaos && t('chaos.on', { percent: Math.round(chaos.share * 100), seed: chaos.seed })
  return (
    <form onSubmit={start} noValidate className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{t('chaos.title')}</h2>
      <p className="max-w-prose text-xs text-muted">{t('chaos.text')}</p>
      <div className="flex flex-wrap items-start gap-3">
        <Field label={t('chaos.share')} error={error} className="w-40">
          <TextInput
            name="share"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={chaos ? Math.round(chaos.share * 100) : DEFAULT_PERCENT}
          />
        </Field>
        <Field label={t('seed')} className="w-40">
          <TextInput
            name="seed"
            isMono
            autoComplete="off"
            spellCheck={false}
            defaultValue={chaos?.seed ?? seed}
          />
        </Field>
        <div className="flex flex-wrap gap-2 self-end">
          <Button type="submit">{chaos ? t('chaos.again') : t('chaos.begin')}</Button>
          {chaos && (
            <Button variant="quiet" onClick={() => action.run(() => controls.setChaos(null))}>
              {t('chaos.end')}
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {now}
      </p>
    </form>
  )
}
