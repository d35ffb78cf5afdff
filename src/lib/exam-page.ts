/** The page of an exam shows the time itself, so the height of the banners on other pages says nothing about it. */
export const isExamPage = ({ search }: Pick<Location, 'search'>): boolean => /[?&]tab=exam\b/.test(search)
