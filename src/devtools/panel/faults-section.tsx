import { type FormEvent, useId, useState } from 'react'
import type { PendingFault } from '../../../mocks/control/mock-controls'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { TextInput } from '../../ui/text-input'
import { useControls, usePlatformState } from '../controls'
import { useLanguage, useTranslate } from '../messages'
import { type Action, ActionStatus, useAction } from './action'
import {
  type FaultDetails,
  faultChoices,
  getChoiceId,
  getChoiceLabel,
  getFaultLabel,
  toFault,
} from './fault-choices'

/** Faults of the next calls of an operation. */
export function FaultsSection() {
  const t = useTranslate()
  const controls = useControls()
  const { faults } = usePlatformState()
  const action = useAction()
  return (
    <div className="flex flex-col gap-4">
      <AddFault action={action} />
      <ActionStatus action={action} />
      <ActiveFaults
        faults={faults}
        onRemove={id => action.run(() => controls.removeFault(id), t('fault.removed'))}
        onClear={() => action.run(() => controls.clearFaults(), t('fault.cleared'))}
      />
    </div>
  )
}

const ALWAYS = 'always'

/** Adds a fault: an operation, the kind of fault, and how many times. */
function AddFault({ action }: { action: Action }) {
  const t = useTranslate()
  const language = useLanguage()
  const { operations, addFault } = useControls()
  const rows = [...operations].sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const [operationId, setOperationId] = useState(rows[0]?.operationId ?? '')
  const [chosen, setChosen] = useState('')
  const [times, setTimes] = useState('1')
  const [details, setDetails] = useState<FaultDetails>({ status: 503, detail: '', milliseconds: 5000 })
  const operation = rows.find(row => row.operationId === operationId)
  const choices = faultChoices(operation ?? { errors: [] })
  // The kind of fault stays selected for the next operation if it has it.
  const choice = choices.find(one => getChoiceId(one) === chosen) ?? choices[0]
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!choice) return
    const fault = toFault(choice, details)
    const done = t('fault.added', { name: `${operationId} ${getFaultLabel(fault, t, language)}` })
    action.run(() => addFault(operationId, fault, times === ALWAYS ? null : Number(times)), done)
  }
  return (
    <form onSubmit={add} className="flex flex-wrap items-end gap-3">
      <Field label={t('fault.operation')} className="min-w-0 max-w-lg flex-1 basis-[18rem]">
        <Select
          value={operationId}
          onChange={event => setOperationId(event.currentTarget.value)}
          options={rows.map(row => ({
            value: row.operationId,
            label: `${row.operationId}: ${row.method} ${row.path}`,
          }))}
        />
      </Field>
      <Field label={t('fault.what')} className="min-w-0 max-w-lg flex-1 basis-[18rem]">
        <Select
          value={choice && getChoiceId(choice)}
          onChange={event => setChosen(event.currentTarget.value)}
          options={choices.map(one => ({ value: getChoiceId(one), label: getChoiceLabel(one, t) }))}
        />
      </Field>
      {choice?.kind === 'other' && <OtherStatus details={details} onChange={setDetails} />}
      {choice?.kind === 'delay' && (
        <Field label={t('fault.milliseconds')} className="w-40">
          <TextInput
            type="number"
            min={0}
            required
            value={details.milliseconds}
            onChange={event => setDetails({ ...details, milliseconds: event.currentTarget.valueAsNumber })}
          />
        </Field>
      )}
      <Field label={t('fault.times')} className="w-40">
        <Select
          value={times}
          onChange={event => setTimes(event.currentTarget.value)}
          options={[
            { value: '1', label: t('fault.once') },
            { value: '3', label: t('fault.thrice') },
            { value: ALWAYS, label: t('fault.always') },
          ]}
        />
      </Field>
      <Button type="submit" variant="primary">
        {t('fault.add')}
      </Button>
    </form>
  )
}

type OtherStatusProps = { details: FaultDetails; onChange: (details: FaultDetails) => void }

function OtherStatus({ details, onChange }: OtherStatusProps) {
  const t = useTranslate()
  return (
    <>
      <Field label={t('fault.status')} className="w-24">
        <TextInput
          type="number"
          min={200}
          max={599}
          required
          value={Number.isNaN(details.status) ? '' : details.status}
          onChange={event => onChange({ ...details, status: event.currentTarget.valueAsNumber })}
        />
      </Field>
      <Field label={t('fault.detail')} className="min-w-0 max-w-sm flex-1 basis-[12rem]">
        <TextInput
          isMono
          autoComplete="off"
          value={details.detail}
          onChange={event => onChange({ ...details, detail: event.currentTarget.value })}
        />
      </Field>
    </>
  )
}

type ActiveFaultsProps = {
  faults: readonly PendingFault[]
  onRemove: (id: number) => void
  onClear: () => void
}

/** Faults that have not been used up, in the order in which they apply. */
function ActiveFaults({ faults, onRemove, onClear }: ActiveFaultsProps) {
  const t = useTranslate()
  const language = useLanguage()
  const title = useId()
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2">
      <h2 id={title} className="text-sm font-semibold">
        {t('fault.standing')}
      </h2>
      {faults.length === 0 && <p className="text-sm text-muted">{t('fault.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {faults.map(({ id, operationId, fault, left }) => {
          const name = getFaultLabel(fault, t, language)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 text-sm">
              <span className="min-w-0">
                <code className="font-medium">{operationId}</code> {name}
                <span className="text-muted">
                  {' · '}
                  {left === null ? t('fault.always') : t('fault.left', { count: left })}
                </span>
              </span>
              <Button
                size="sm"
                variant="quiet"
                aria-label={t('fault.remove', { name: `${operationId} ${name}` })}
                onClick={() => onRemove(id)}
              >
                {t('fault.removeShort')}
              </Button>
            </li>
          )
        })}
      </ul>
      {faults.length > 1 && (
        <Button size="sm" onClick={onClear} className="self-start">
          {t('fault.clear')}
        </Button>
      )}
    </section>
  )
}
