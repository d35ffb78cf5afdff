import { testFlows } from './run-flows'

testFlows(2, 2)
