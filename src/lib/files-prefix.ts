/** Where the platform keeps the files of tasks; what lies anywhere else is neither linked nor loaded. */
export const filesPrefix = '/files/'
