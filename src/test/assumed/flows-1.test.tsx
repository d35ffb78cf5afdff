import { testFlows } from './run-flows'

testFlows(1, 2)
