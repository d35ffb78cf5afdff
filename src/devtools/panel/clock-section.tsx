import { type FormEvent, useState } from 'react'
import type { ClockChange } from '../../../mocks/control/mock-controls'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { useControls, usePlatformState } from '../controls'
import { useTranslate } from '../messages'
import { VirtualTime } from '../platform-status'
import { ActionStatus, ButtonGroup, useAction } from './action'

const speeds = [0, 1, 10, 60]

const advances = [
  ['clock.minute', 60],
  ['clock.tenMinutes', 600],
  ['clock.hour', 3600],
  ['clock.day', 86_400],
] as const

/** The clock shared by the platform and the application. */
export function ClockSection() {
  const t = useTranslate()
  const controls = useControls()
  const { speed } = usePlatformState()
  const action = useAction()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (next: ClockChange) =>
    action.run(async () => {
      await controls.clock(next)
      // After a jump the typed time is outdated.
      if (next.speed === undefined) setTyped(null)
    })
  const nameSpeed = (value: number) => (value === 0 ? t('clock.pause') : `×${value}`)
  const offered = speeds.includes(speed) ? speeds : [...speeds, speed]
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3 text-lg font-medium tabular-nums">
        <VirtualTime />
        <span className="text-sm text-muted">{speed === 0 ? t('clock.paused') : `×${speed}`}</span>
      </p>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ButtonGroup
          label={t('clock.speed')}
          options={offered.map(value => ({ value, label: nameSpeed(value) }))}
          value={speed}
          onChange={value => change({ speed: value })}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t('clock.ahead')}</legend>
          <div className="flex flex-wrap gap-1.5">
            {advances.map(([name, advanceSeconds]) => (
              <Button key={name} size="sm" onClick={() => change({ advanceSeconds })}>
                {t(name)}
              </Button>
            ))}
          </div>
        </fieldset>
        <SetTime typed={typed} onType={setTyped} onSet={set => change({ set })} />
      </div>
      <ActionStatus action={action} />
    </div>
  )
}

/** `2026-11-22T09:30` in local time, the format of `datetime-local`. */
const toLocalDateTime = (milliseconds: number): string => {
  const date = new Date(milliseconds)
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

type SetTimeProps = {
  /** Null: the time of the platform. */
  typed: string | null
  onType: (text: string) => void
  onSet: (time: string) => void
}

function SetTime({ typed, onType, onSet }: SetTimeProps) {
  const t = useTranslate()
  const controls = useControls()
  const [error, setError] = useState<string>()
  const wanted = typed ?? toLocalDateTime(controls.now())
  const set = (event: FormEvent) => {
    event.preventDefault()
    const time = new Date(wanted)
    const isTime = !Number.isNaN(time.getTime())
    setError(isTime ? undefined : t('clock.noTime'))
    if (isTime) onSet(time.toISOString())
  }
  return (
    <form onSubmit={set} noValidate className="flex flex-wrap items-end gap-3">
      <Field label={t('clock.set')} error={error}>
        <TextInput
          type="datetime-local"
          value={wanted}
          onChange={event => onType(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit">{t('clock.apply')}</Button>
    </form>
  )
}
