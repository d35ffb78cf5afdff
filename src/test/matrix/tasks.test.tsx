import { testCases } from './harness'

testCases('tasks')
