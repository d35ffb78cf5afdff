/** How an operation is named in keys and errors: `get /groups/{id}`. */
export const nameOf = (method: string, path: string): string => `${method.toLowerCase()} ${path}`
