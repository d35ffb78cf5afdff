/** For administrators of a group, in one chunk. */
export { Register } from './register'
export { TeacherRail } from './teacher-rail'
