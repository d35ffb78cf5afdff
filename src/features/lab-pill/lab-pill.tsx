/** The running lab in the header of every page. */
export const LabPill = () => null
