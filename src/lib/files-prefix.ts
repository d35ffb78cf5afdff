/** Path of the platform's task files; other paths are neither linked nor loaded. */
export const FILES_PREFIX = '/files/'
