import { fuzzResponses } from './fuzz-responses'

const getGroup = { operation: 'getGroup', call: 'GET /groups/1' }
const listTaskStatuses = { operation: 'listTaskStatuses', call: 'GET /groups/1/statuses' }

fuzzResponses([
  { path: '/groups', as: 'student', operation: 'listGroups', call: 'GET /groups' },
  { path: '/group/1', as: 'student', ...getGroup },
  { path: '/group/1', as: 'student', ...listTaskStatuses, others: [getGroup] },
  // What the tab needs of the group.
  { path: '/group/1?tab=lms', as: 'admin', ...getGroup, only: /^\.(?:name|mnemonic_code|is_admin) / },
])
