import { accountCases } from './account-cases'
import { testOutcomes } from './matrix'
import { pageCases } from './page-cases'

testOutcomes({ ...pageCases, ...accountCases })
