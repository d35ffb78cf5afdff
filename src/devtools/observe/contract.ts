import { document } from 'virtual:contract'
import { readContract } from '../../../scripts/lib/read-contract'

/** The contract, for the judge and the recorder: large, so reached by dynamic imports and by the worker alone. */
export const contract = readContract(document)
