import { testCases } from './harness'

testCases('groups')
