import { tryDrifts } from './drifted-screens'

await tryDrifts([
  { path: '/group/1/task/101', as: 'student', operation: 'getTask', call: 'GET /groups/1/tasks/101' },
])
