/** Mounted once for a signed-in person: watches the running exam, and says once what happens to it. */
export const ExamWatch = (_: { userId: number }) => null
