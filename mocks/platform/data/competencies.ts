import type { CompetencySeed } from './types'

/** The skills that a profile shows; tasks name them by id. */
export const competencySeeds: readonly CompetencySeed[] = [
  { id: 1, name: { ru: 'Безопасность веб-приложений', en: 'Web application security' } },
  { id: 2, name: { ru: 'Прикладная криптография', en: 'Applied cryptography' } },
  { id: 3, name: { ru: 'Реверс-инжиниринг', en: 'Reverse engineering' } },
  { id: 4, name: { ru: 'Цифровая криминалистика', en: 'Digital forensics' } },
  { id: 5, name: { ru: 'Сетевая безопасность', en: 'Network security' } },
  { id: 6, name: { ru: 'Администрирование Linux', en: 'Linux administration' } },
  {
    id: 7,
    name: { ru: 'Повышение привилегий и продвижение по сети', en: 'Privilege escalation and pivoting' },
  },
  { id: 8, name: { ru: 'Мобильные приложения', en: 'Mobile applications' } },
  { id: 9, name: { ru: 'Разведка и поиск информации', en: 'Reconnaissance' } },
  { id: 10, name: { ru: 'Безопасная разработка', en: 'Secure development' } },
]
