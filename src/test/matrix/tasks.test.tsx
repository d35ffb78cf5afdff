import { groupCases } from './group-cases'
import { testOutcomes } from './matrix'
import { taskCases } from './task-cases'

testOutcomes({ ...taskCases, ...groupCases })
