import { useTranslation } from 'react-i18next'
import { type AttemptRule, type ExamStep, examSteps } from '../../queries/attempt-rules'
import { Stepper, type StepState } from '../../ui/stepper'

/** Where each step stands: those before the rule's own are done, those after it ahead; all ahead when nobody can tell. */
const stateOf = (step: ExamStep, rule: AttemptRule): StepState => {
  if (rule.step === null) return 'ahead'
  const distance = examSteps.indexOf(step) - examSteps.indexOf(rule.step)
  if (distance === 0) return rule.stepState
  return distance < 0 ? 'done' : 'ahead'
}

/** The five steps of an attempt (ux §4). */
export const AttemptStepper = ({ rule }: { rule: AttemptRule }) => {
  const { t } = useTranslation('exam')
  const steps = examSteps.map(step => {
    const state = stateOf(step, rule)
    return {
      label: t(`step.${step}`),
      state,
      stateLabel: t(rule.step === null ? 'step.state.unknown' : `step.state.${state}`),
    }
  })
  return <Stepper label={t('step.label')} steps={steps} />
}
