/** For a test of the search for a lab, which is off in the others. */
export const labSearch = { isOn: false }
