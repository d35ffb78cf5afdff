import { tryDrifts } from './drifted-screens'

await tryDrifts([
  { path: '/groups', as: 'student', operation: 'listGroups', call: 'GET /groups' },
  { path: '/group/1', as: 'student', operation: 'getGroup', call: 'GET /groups/1' },
  { path: '/group/1', as: 'student', operation: 'listTaskStatuses', call: 'GET /groups/1/statuses' },
])
