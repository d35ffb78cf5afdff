import { testCases } from './harness'

testCases('pages')
