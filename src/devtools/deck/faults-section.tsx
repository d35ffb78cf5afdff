import { useControls, usePlatform } from '../controls'
import { useWords } from '../words'
import { AddFault } from './add-fault'
import { Outcome } from './outcome'
import { StandingFaults } from './standing-faults'
import { useAction } from './use-action'

/** What the next calls of an operation meet in place of their answer. */
export function FaultsSection() {
  const t = useWords()
  const controls = useControls()
  const { faults } = usePlatform()
  const action = useAction()
  return (
    <div className="flex flex-col gap-4">
      <AddFault action={action} />
      <Outcome action={action} />
      <StandingFaults
        faults={faults}
        onRemove={id => action.run(() => controls.removeFault(id), t('fault.removed'))}
        onClear={() => action.run(() => controls.clearFaults(), t('fault.cleared'))}
      />
    </div>
  )
}
