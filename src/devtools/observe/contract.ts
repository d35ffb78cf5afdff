import { document } from 'virtual:contract'
import { readContract } from '../../../scripts/lib/read-contract'

/** Large: only for the worker and dynamic imports. */
export const contract = readContract(document)
