import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { TextInput } from '../../ui/text-input'
import { useControls } from '../controls'
import { useLanguage, useWords } from '../words'
import { choiceId, type FaultDetails, faultChoices, faultOf } from './fault-choices'
import { nameChoice, nameFault } from './name-fault'
import type { Action } from './use-action'

const always = 'always'

/** Chooses a call of the contract, what it meets, and how many times. */
export function AddFault({ action }: { action: Action }) {
  const t = useWords()
  const language = useLanguage()
  const { operations, addFault } = useControls()
  const rows = [...operations].sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
  const [operationId, setOperationId] = useState(rows[0]?.operationId ?? '')
  const [chosen, setChosen] = useState('')
  const [times, setTimes] = useState('1')
  const [details, setDetails] = useState<FaultDetails>({ status: 503, detail: '', milliseconds: 5000 })
  const operation = rows.find(row => row.operationId === operationId)
  const choices = faultChoices(operation ?? { refusals: [] })
  // The same way to fail stays chosen for the next operation, where it has it.
  const choice = choices.find(one => choiceId(one) === chosen) ?? choices[0]
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!choice) return
    const fault = faultOf(choice, details)
    const done = t('fault.added', { name: `${operationId} ${nameFault(fault, t, language)}` })
    action.run(() => addFault(operationId, fault, times === always ? null : Number(times)), done)
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
          value={choice && choiceId(choice)}
          onChange={event => setChosen(event.currentTarget.value)}
          options={choices.map(one => ({ value: choiceId(one), label: nameChoice(one, t) }))}
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
            { value: always, label: t('fault.always') },
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
  const t = useWords()
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
