import { useState } from 'react'
import { useRetryAfter } from '../lib/cooldowns'
import { useFocusFirstInvalid } from '../lib/hooks'

/** What the fields break, checked before sending, or the error of the request. An object, so that it focuses again. */
interface Problem<Rule> {
  rule?: Rule
  error?: unknown
}

/** Why a form was not submitted. `wait`: seconds until the server accepts it again. */
export const useFormProblem = <Rule>() => {
  const [problem, setProblem] = useState<Problem<Rule> | null>(null)
  const ref = useFocusFirstInvalid(problem)
  const wait = useRetryAfter(problem?.error)
  return { rule: problem?.rule, error: problem?.error, ref, wait, setProblem }
}
