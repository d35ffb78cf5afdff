import { testCases } from './harness'

testCases('account')
