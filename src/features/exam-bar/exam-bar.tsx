/** The clock of the running exam, under the header of every page (ux §4). */
export const ExamBar = () => null
