import { useMutation } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, type PointerEvent, useRef, useState } from 'react'
import { mutation } from '../../api/query'
import { startCooldown, useRetryAfter } from '../../lib/cooldowns'
import {
  checkEntries,
  checkField,
  type Entries,
  type FieldIssues,
  type FieldName,
  fieldNames,
  getServerIssues,
  isFieldName,
  isInviteError,
  mayHaveRegistered,
  readEntries,
} from './registration-model'

/** Just registered; kept in memory to send the email again. */
export interface Account {
  email: string
  username: string
  password: string
}

/** Issues of the last submit. Changes on submit only, because it takes focus. */
export interface Summary {
  attempt: number
  issues: FieldIssues
  ids: Partial<Record<FieldName, string>>
}

export interface Failure {
  error: unknown
  /** An invite was sent and refused. */
  isInviteRefused: boolean
}

const getFieldIds = (form: HTMLFormElement): Summary['ids'] => {
  const ids: Summary['ids'] = {}
  for (const name of fieldNames) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement) ids[name] = control.id
  }
  return ids
}

const toIdentity = ({ email, username }: Pick<Account, 'email' | 'username'>) => `${email}\n${username}`

/** Validates and submits the registration. Never touches what was typed. */
export const useRegistration = (invite: string | undefined, onDone: (account: Account) => void) => {
  // The password leaves the mutation cache as soon as the form calls `reset` (V06).
  const { mutateAsync, isPending, reset } = useMutation({ ...mutation('register'), gcTime: 0 })
  const { issues, setIssues, handlers } = useLiveCheck()
  const [summary, setSummary] = useState<Summary | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const attempts = useRef(0)
  const unansweredIdentity = useRef<string | null>(null)
  const [mayBeOwnAccount, setMayBeOwnAccount] = useState(false)
  const wait = useRetryAfter(failure?.error)

  const showIssues = (next: FieldIssues, form: HTMLFormElement) => {
    attempts.current += 1
    setIssues(next)
    setSummary({ attempt: attempts.current, issues: next, ids: getFieldIds(form) })
  }

  const handleError = (error: unknown, entries: Entries, form: HTMLFormElement) => {
    const next = getServerIssues(error)
    const hasFieldIssues = Object.keys(next).length > 0
    setFailure({ error, isInviteRefused: invite !== undefined && isInviteError(error) })
    setMayBeOwnAccount(hasFieldIssues && unansweredIdentity.current === toIdentity(entries))
    if (hasFieldIssues) showIssues(next, form)
    if (mayHaveRegistered(error)) unansweredIdentity.current = toIdentity(entries)
  }

  const submit = async (data: FormData, form: HTMLFormElement) => {
    const entries = readEntries(data)
    const problems = checkEntries(entries)
    setFailure(null)
    setMayBeOwnAccount(false)
    if (Object.keys(problems).length > 0) return showIssues(problems, form)
    setIssues({})
    setSummary(null)
    const { email, username, password } = entries
    try {
      await mutateAsync({ body: { email, username, password, ...(invite !== undefined && { invite }) } })
      startCooldown('registrationEmail')
      onDone({ email, username, password })
    } catch (error) {
      handleError(error, entries, form)
    } finally {
      reset()
    }
  }

  return { submit, isPending, issues, handlers, summary, failure, mayBeOwnAccount, wait }
}

const getFieldName = (target: EventTarget): FieldName | null =>
  target instanceof HTMLInputElement && isFieldName(target.name) ? target.name : null

const recheck = (issues: FieldIssues, name: FieldName, entries: Entries): FieldIssues => {
  const { [name]: _, ...others } = issues
  const problem = checkField(name, entries)
  return problem ? { ...others, [name]: problem } : others
}

/** Validates a field on blur, then with every input until it is valid. Empty ones are not reported before submit. */
const useLiveCheck = () => {
  const [issues, setIssues] = useState<FieldIssues>({})
  const isPressed = useRef(false)
  const left = useRef<FieldName | null>(null)

  const checkLeft = (name: FieldName, form: HTMLFormElement) => {
    const entries = readEntries(new FormData(form))
    const isFilled = (field: FieldName) => entries[field] !== '' && field !== 'policy'
    setIssues(before => {
      const after = isFilled(name) ? recheck(before, name, entries) : before
      // The confirmation may no longer match.
      return name === 'password' && isFilled('confirmation') ? recheck(after, 'confirmation', entries) : after
    })
  }

  const release = () => {
    isPressed.current = false
  }
  const handlers = {
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const name = getFieldName(event.target)
      if (!name) return
      const entries = readEntries(new FormData(event.currentTarget))
      setIssues(before => {
        const after = before[name] ? recheck(before, name, entries) : before
        return name === 'password' && before.confirmation ? recheck(after, 'confirmation', entries) : after
      })
    },
    // A message that appears between press and release would move the pressed button.
    onPointerDown: (event: PointerEvent<HTMLFormElement>) => {
      isPressed.current = event.isPrimary
    },
    onPointerCancel: release,
    onKeyDown: release,
    onBlur: (event: FocusEvent<HTMLFormElement>) => {
      const name = getFieldName(event.target)
      if (!name) return
      if (isPressed.current) left.current = name
      else checkLeft(name, event.currentTarget)
    },
    onClick: (event: { currentTarget: HTMLFormElement }) => {
      release()
      if (left.current) checkLeft(left.current, event.currentTarget)
      left.current = null
    },
  }
  return { issues, setIssues, handlers }
}
