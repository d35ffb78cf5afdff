import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isRefusal } from '../../api/errors'
import type { Session } from '../../api/session'
import { announce } from '../../lib/announce'
import { startCooldown } from '../../lib/cooldowns'
import { useRetryAfter } from '../../lib/use-retry-after'
import { isRefusedWithLetter } from '../../queries/letter-refusal'

/** What a login failed for: an empty field, or what the server answered. */
export type LoginProblem = { kind: 'missing' } | { kind: 'failed'; error: unknown }

interface LoginAim {
  session: Session
  /** The code of the group that the login joins (specification §7, `POST auth/login`). */
  invite?: string | undefined
}

/** Letters that the server has sent since the page was opened: each refusal for an unconfirmed address sends one. */
const useLetters = () => {
  const { t } = useTranslation('auth')
  const [letters, setLetters] = useState(0)
  const count = () => {
    startCooldown('loginLetter')
    if (letters > 0) announce(t('login.unverified.sentAgain'), 'polite')
    setLetters(letters + 1)
  }
  return { letters, count, forget: () => setLetters(0) }
}

/** Sends the fields, and holds what has come of it until they are sent again. */
export const useLogin = ({ session, invite }: LoginAim) => {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const { letters, count, forget } = useLetters()
  const failure = problem?.kind === 'failed' && problem.error instanceof ApiError ? problem.error : null
  const wait = useRetryAfter(failure)

  const take = (error: unknown) => {
    if (isRefusedWithLetter(error)) return count()
    setProblem({ kind: 'failed', error })
    // Another refusal is about other things than the letter; without an answer the letter is still on its way.
    if (isRefusal(error)) forget()
  }

  const submit = async (data: FormData) => {
    const username = String(data.get('username') ?? '').trim()
    const password = String(data.get('password') ?? '').trim()
    if (!username || !password) return setProblem({ kind: 'missing' })
    setPending(true)
    setProblem(null)
    try {
      await session.login({ username, password, ...(invite !== undefined && { invite }) })
    } catch (error) {
      take(error)
    } finally {
      setPending(false)
    }
  }

  return { submit, isPending, problem, letters, wait, dismiss: () => setProblem(null) }
}
