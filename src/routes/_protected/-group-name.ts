import type { QueryReader } from '../../api/late-query-client'
import { refusalOf } from '../../features/group-refused/refusal'
import { groupListQuery } from '../../queries/groups'

/** A refused group is named by the reader's own list: that is there before the page that explains the refusal. */
export const withGroupName = async (queryClient: QueryReader, screen: Promise<void>): Promise<void> => {
  try {
    await screen
  } catch (error) {
    if (refusalOf(error)) await queryClient.query({ ...groupListQuery(), retry: false }).catch(() => {})
    throw error
  }
}
