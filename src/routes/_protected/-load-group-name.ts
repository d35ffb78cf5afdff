import type { QueryReader } from '../../api/lazy-query-client'
import { getAccessDeniedReason } from '../../features/group-access/access-denied-reason'
import { groupListQuery } from '../../queries/groups'

/** If access is denied, loads the list of groups, which has the name of the group. */
export const loadGroupNameOnDenied = async (
  queryClient: QueryReader,
  routeData: Promise<void>,
): Promise<void> => {
  try {
    await routeData
  } catch (error) {
    if (getAccessDeniedReason(error))
      await queryClient.query({ ...groupListQuery(), retry: false }).catch(() => {})
    throw error
  }
}
