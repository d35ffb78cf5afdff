import { useRef, useState } from 'react'
import { ApiError } from '../../api/errors'
import { startCooldown } from '../../lib/cooldowns'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useRegister } from '../../queries/auth'
import {
  type Failure,
  type Faults,
  failureOf,
  faultsByRule,
  faultsOf,
  isOutcomeUnknown,
} from './registration-failure'
import { checkEntries, type Entries, type FieldName, fieldNames, readEntries } from './registration-rules'
import { useLiveCheck } from './use-live-check'

/** What has just been registered. It lives in the memory of the page, for the letter to be sent again. */
export interface Account {
  email: string
  username: string
  password: string
}

/** What stood against sending at the last try. It changes with the next try only, because it takes focus when it does. */
export interface Summary {
  attempt: number
  faults: Faults
  ids: Partial<Record<FieldName, string>>
}

const idsOf = (form: HTMLFormElement): Summary['ids'] => {
  const ids: Summary['ids'] = {}
  for (const name of fieldNames) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement) ids[name] = control.id
  }
  return ids
}

const identityOf = ({ email, username }: Pick<Account, 'email' | 'username'>) => `${email}\n${username}`

/** Checks, sends, and puts each refusal into its place. Whatever happens, nothing typed is touched. */
export const useRegistration = (invite: string | undefined, onDone: (account: Account) => void) => {
  const { mutateAsync, isPending, reset } = useRegister()
  const { faults, setFaults, handlers } = useLiveCheck()
  const [summary, setSummary] = useState<Summary | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const attempts = useRef(0)
  const unanswered = useRef<string | null>(null)
  const [isPerhapsOwn, setPerhapsOwn] = useState(false)
  const wait = useRetryAfter(failure?.error instanceof ApiError ? failure.error : null)

  const refuse = (next: Faults, form: HTMLFormElement) => {
    attempts.current += 1
    setFaults(next)
    setSummary({ attempt: attempts.current, faults: next, ids: idsOf(form) })
  }

  const take = (error: unknown, entries: Entries, form: HTMLFormElement) => {
    const next = faultsOf(error)
    const isPlaced = Object.keys(next).length > 0
    setFailure(failureOf(error, invite !== undefined))
    setPerhapsOwn(isPlaced && unanswered.current === identityOf(entries))
    if (isPlaced) refuse(next, form)
    if (isOutcomeUnknown(error)) unanswered.current = identityOf(entries)
  }

  const submit = async (data: FormData, form: HTMLFormElement) => {
    const entries = readEntries(data)
    const problems = faultsByRule(checkEntries(entries))
    setFailure(null)
    setPerhapsOwn(false)
    if (Object.keys(problems).length > 0) return refuse(problems, form)
    setFaults({})
    setSummary(null)
    const { email, username, password } = entries
    try {
      await mutateAsync({ body: { email, username, password, ...(invite !== undefined && { invite }) } })
      startCooldown('registrationLetter')
      onDone({ email, username, password })
    } catch (error) {
      take(error, entries, form)
    } finally {
      reset()
    }
  }

  return { submit, isPending, faults, handlers, summary, failure, isPerhapsOwn, wait }
}
