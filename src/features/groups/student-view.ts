import { createStore } from '../../lib/store'

/** The group that an administrator views as a student does, on all of its pages until "leave"; null otherwise. */
export const studentViewGroup = createStore<number | null>(null)
