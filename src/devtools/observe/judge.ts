import type { Exchange } from '../../../scripts/lib/judge/exchange'
import { findOperation } from '../../../scripts/lib/judge/find-operation'
import { judgeExchange } from '../../../scripts/lib/judge/judge-exchange'
import type { Judgement } from '../../../scripts/lib/judge/judgement'
import { contract } from './contract'

export type Question = { readonly id: number; readonly exchange: Exchange }

export type Verdict = {
  readonly id: number
  /** Absent where the judge broke down over the exchange. */
  readonly judgements?: readonly Judgement[]
  /** Absent for a call that the contract does not have. */
  readonly operationId?: string
}

/** What one exchange shows of a server that leaves the contract. */
export const judge = ({ id, exchange }: Question): Verdict => {
  const { method, url } = exchange.request
  const found = findOperation(contract, method, url)
  return {
    id,
    judgements: judgeExchange(contract, exchange),
    ...(found.kind === 'found' && { operationId: found.operation.operationId }),
  }
}
