/** Name of an operation in query keys and errors: `get /groups/{id}`. */
export const operationName = (method: string, path: string): string => `${method.toLowerCase()} ${path}`
