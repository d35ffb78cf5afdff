import { fuzzResponses } from './fuzz-responses'

fuzzResponses([
  {
    path: '/group/1/task/101',
    as: 'student',
    operation: 'getTask',
    call: 'GET /groups/1/tasks/101',
    others: [{ operation: 'getGroup', call: 'GET /groups/1' }],
  },
  {
    path: '/moodle/sec-autumn-26/4101',
    as: 'student',
    operation: 'findLmsTask',
    call: 'POST /groups/get-ids',
    body: { mnemonic_code_group: 'sec-autumn-26', gitlab_id: '4101' },
  },
])
