/** Says under the header that the running lab is about to stop. */
export const LabBanner = () => null
