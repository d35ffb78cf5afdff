import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../i18n/error-text'
import { fieldText } from '../../i18n/field-text'
import type { Fault } from './registration-failure'

interface FaultMessageProps {
  fault: Fault | undefined
  invite: string | undefined
  /** The refused account may be the one of a try whose answer was lost. */
  isPerhapsOwn: boolean
}

/** What is wrong with a field and what to do; whoever has an account already is led to it. */
export const faultMessage = ({ fault, ...rest }: FaultMessageProps) => {
  if (!fault) return null
  if (fault.by === 'rule') return fieldText(fault.problem)
  if (fault.by === 'server') return <Unaccepted />
  const isTaken = fault.error.status === 409
  return (
    <>
      {errorText(fault.error)}
      {isTaken && <WaysIn isEmail={fault.error.detail === 'User already registered'} {...rest} />}
    </>
  )
}

/** A server may know rules that this page does not; its own words for them are in no language of ours (specification §8). */
const Unaccepted = () => useTranslation('registration').t('refusedValue')

type WaysInProps = Omit<FaultMessageProps, 'fault'> & { isEmail: boolean }

const WaysIn = ({ isEmail, isPerhapsOwn, invite }: WaysInProps) => {
  const { t } = useTranslation('registration')
  if (!isEmail && !isPerhapsOwn) return null
  return (
    <>
      {isPerhapsOwn && ` ${t('perhapsOwn')}`}
      <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/login" search={invite === undefined ? {} : { invite }} className="inline-block py-1">
          {t('toLogin')}
        </Link>
        {isEmail && (
          <Link to="/reset-password" className="inline-block py-1">
            {t('toReset')}
          </Link>
        )}
      </span>
    </>
  )
}
