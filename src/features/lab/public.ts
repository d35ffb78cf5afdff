export { labNotifications } from './lab-storage'
export { type LabEnd, refetchLab, useCachedLab, useLabEnd } from './labs'
export { LabLogoutWarning } from './lazy-lab'
export { getSshCommand } from './model'
