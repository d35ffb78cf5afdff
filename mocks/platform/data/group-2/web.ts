import type { CategorySeed } from '../types'
import { avatarFetch } from './web/avatar-fetch'
import { invoiceIds } from './web/invoice-ids'
import { robotsFile } from './web/robots-file'
import { unionSelect } from './web/union-select'

export const web: CategorySeed = {
  id: 21,
  name: 'Web',
  tasks: [robotsFile, unionSelect, invoiceIds, avatarFetch],
}
