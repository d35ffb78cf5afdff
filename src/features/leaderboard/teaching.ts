import { Register } from './register'
import { TeacherRail } from './teacher-rail'

/** For administrators of a group: one chunk, since both need the rules of the register. */
export const teaching = { Register, TeacherRail }
